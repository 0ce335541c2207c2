"""What several rooms need: errors, versions, pointers, YAML. Imports no other room."""
