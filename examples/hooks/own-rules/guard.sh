#!/bin/sh
# A hook program with one built-in rule: nothing tears the infrastructure down.
case $(cat) in
*"terraform destroy"*)
    echo "terraform destroy is for people" >&2
    exit 2
    ;;
esac
