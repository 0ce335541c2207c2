#!/bin/sh
# with-home.sh FOLDER PROGRAM...: run a hook program with a home of its own that holds the files of FOLDER.
# Programs look for their policy there, and write their logs there.
files=$1
shift
home=$(mktemp -d "$PWD/home.XXXXXX") && cp -R "$files/." "$home" && HOME=$home exec "$@"
