"""Run by QGIS's Python: for each layer and each address, whether it is valid and what is read."""

import json
import sys

from qgis.core import QgsApplication, QgsVectorLayer

*layers, bare, slashed = sys.argv[1:]
application = QgsApplication([], False)
application.initQgis()
for address in (bare, slashed):
    for name in layers:
        layer = QgsVectorLayer(f"url='{address}' typename='{name}'", name, "OAPIF")
        read = sum(1 for _feature in layer.getFeatures()) if layer.isValid() else 0
        said = {"address": address, "layer": name, "valid": layer.isValid(), "read": read}
        sys.stdout.write(f"{json.dumps(said)}\n")
        del layer  # before QGIS ends, which owns what it is made of
application.exitQgis()
