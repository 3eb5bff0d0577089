"""Many tables, one MQTT broker: each table publishes what everyone may see, and a café's page shows all tables.

`publisher` is a table's side, `tables` the café's; `link` is the connection to a broker that both use.
"""
