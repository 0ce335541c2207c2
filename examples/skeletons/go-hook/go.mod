module hook

go 1.18
