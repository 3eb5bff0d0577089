"""Makes a table of a Raspberry Pi or any Debian or Ubuntu: installs, updates and removes the companion as a service.

Runs with the system's Python before anything else is there: it imports the standard library and `companion.core.text`.
"""
