module github.com/hookconform/hookconform-data-go

go 1.21
