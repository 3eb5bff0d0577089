"""What of a table works: one check a thing, from the camera to the disk, each with a sentence that says what to do.

`examination` lists the checks; `bundle` packs what somebody who helps needs, without secrets.
"""
