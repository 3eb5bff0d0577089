"""Many tables, one broker: each table tells it what everyone may see, and a café's page shows all of them.

`publisher` is a table's side, `tables` the café's; `link` is the way to a broker that both use.
"""
