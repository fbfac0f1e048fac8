internal import Records

extension ExpressionFunction {
  static let dates: [ExpressionFunction] = [
    .init(
      "date(time, [modifier], …)", .moment(.date), .dates,
      "the date of a date and time, after changes such as \"+7 days\"",
      example: #"date("2026-01-31", "+1 day") = "2026-02-01""#),
    .init(
      "time(time, [modifier], …)", .moment(.time(hasSeconds: true)), .dates,
      "the time of day, after changes such as \"+45 minutes\"",
      example: #"time("08:30", "+45 minutes") = "09:15:00""#),
    .init(
      "datetime(time, [modifier], …)", .moment(.dateTime), .dates,
      "a date and time, after changes such as \"+1 hour\"",
      example: #"datetime("2026-01-31 23:30", "+1 hour") = "2026-02-01 00:30:00""#),
    .init(
      "strftime(format, time, [modifier], …)", .moment(.text), .dates,
      "a date and time in a format such as %d.%m.%Y",
      example: #"strftime("%d.%m.%Y", "2026-01-31") = "31.01.2026""#),
    .init(
      "julianday(time, [modifier], …)", .moment(.double), .dates,
      "the number of days since noon on 24 November 4714 BC",
      example: #"julianday("2026-02-01") - julianday("2026-01-31") = 1"#),
    .init(
      "year(day)", .part("%Y"), .dates, "the year of a date or a Month",
      example: "year(2026-11-21) = 2026", insteadUse: "substr(day, 1, 4)"),
    .init(
      "month(day)", .part("%m"), .dates, "the month of a date or a Month, from 1 to 12",
      example: "month(2026-11-21) = 11", insteadUse: "substr(day, 6, 2)"),
    .init(
      "add_months(day, months)", .kind(.date), .dates,
      "the date this number of months later; if the month has no such day, its last day",
      example: "add_months(2026-01-31, 1) = 2026-02-28", insteadUse: "substr()",
      bodies: { [SQLFunction("add_months", 2, SQLFunctions.addMonths)] }),
    .init(
      "months_between(day, later)", .kind(.integer), .dates,
      "the number of whole months from a date to a later one",
      example: "months_between(2026-01-31, 2026-02-28) = 1", insteadUse: "substr()",
      bodies: { [SQLFunction("months_between", 2, SQLFunctions.monthsBetween)] }),
    .init(
      "read_date(text, format)", .kind(.date), .dates,
      "the date in a text with a format such as dd.mm.yyyy; nil if the text does not match",
      example: #"read_date("21.11.2026", "dd.mm.yyyy") = 2026-11-21"#, insteadUse: "substr()",
      bodies: { [SQLFunction("read_date", 2, SQLFunctions.readDate)] }),
    .init(
      "duration(seconds)", .kind(.duration(hasSeconds: true)), .dates,
      "the duration of this number of seconds",
      example: #"duration(5400) = "1:30:00""#, insteadUse: "a property of kind Duration",
      bodies: { [SQLFunction("duration", 1, SQLFunctions.duration)] }),
    .init(
      "unixepoch(time, [modifier], …)", .moment(.integer), .dates,
      "the number of seconds since 1970-01-01 00:00 UTC",
      example: #"unixepoch("1970-01-02") = 86400"#),
  ]

  static let json: [ExpressionFunction] = [
    .init(
      "split(text, separator)", .kind(.list(of: .text)), .json,
      "the parts of a text between the separators, as a list",
      example: #"count(split("red,green", ",")) = 2"#, insteadUse: "a property that is a list",
      bodies: { [SQLFunction("split", 2, SQLFunctions.split)] }),
    .init(
      "join(list, separator)", .kind(.text), .json,
      "the items of a list, or of a path such as crew.name, as one text",
      example: #"join(Person.name where age = 41, ", ") = "Ann""#, insteadUse: "the operator ||"),
    .init(
      "json(text)", .kind(.text), .json, "the JSON text without white space",
      example: #"json("[1,  2]") = "[1,2]""#),
    .init(
      "json_array([value], …)", .kind(.text), .json, "the values as a JSON array",
      example: #"json_array(1, 2) = "[1,2]""#),
    .init(
      "json_array_length(json, [path])", .kind(.integer), .json,
      "the number of items of a JSON array",
      example: #"json_array_length("[1,2]") = 2"#),
    .init(
      "json_extract(json, path, …)", .none, .json, "the value at a path, such as '$[0]'",
      example: #"json_extract("[5,6]", "$[0]") = 5"#),
    .init(
      "json_insert(json, [path], [value], …)", .kind(.text), .json,
      "the JSON with the values added at the paths that do not exist",
      example: #"json_insert("[1]", "$[1]", 2) = "[1,2]""#),
    .init(
      "json_object([name], [value], …)", .kind(.text), .json,
      "a JSON object of the names and values",
      example: #"json_object("a", 1) = '{"a":1}'"#),
    .init(
      "json_patch(json, patch)", .kind(.text), .json,
      "the JSON, changed by a merge patch (RFC 7396)",
      example: #"json_patch('{"a":1}', '{"b":2}') = '{"a":1,"b":2}'"#),
    .init(
      "json_quote(value)", .kind(.text), .json, "the value as JSON",
      example: #"json_quote("Ann") = '"Ann"'"#),
    .init(
      "json_remove(json, [path], …)", .kind(.text), .json,
      "the JSON without the values at the paths",
      example: #"json_remove("[1,2]", "$[0]") = "[2]""#),
    .init(
      "json_replace(json, [path], [value], …)", .kind(.text), .json,
      "the JSON with the values replaced at the paths that exist",
      example: #"json_replace("[1,2]", "$[0]", 5) = "[5,2]""#),
    .init(
      "json_set(json, [path], [value], …)", .kind(.text), .json,
      "the JSON with the values set at the paths, whether or not the paths exist",
      example: #"json_set("[1]", "$[0]", 5, "$[1]", 6) = "[5,6]""#),
    .init(
      "json_type(json, [path])", .kind(.text), .json, "the JSON type of the value, such as array",
      example: #"json_type("[1,2]") = "array""#),
    .init(
      "json_valid(text)", .condition, .json, "whether the text is JSON",
      example: #"json_valid("[1,2]")"#),
  ]

  static let records: [ExpressionFunction] = [
    .init(
      "count([value])", .count, .records, "the number of records or values",
      example: "count(Person where age > 30) > 0"),
    .init(
      "sum(value)", .sum, .records, "the sum of the values, exact for decimals",
      example: "sum(Person.age) > 50"),
    .init(
      "avg(value)", .sum, .records, "the mean of the values",
      example: #"avg(Person.age where name like "A%") > 30"#),
    .init(
      "stdev(value)", .kind(.double), .records,
      "the sample standard deviation, nil if there are fewer than two values",
      example: "stdev(Person.age) > 0",
      bodies: { [SQLFunction(aggregate: "stdev") { SQLFunctions.Deviation() }] }),
    .init(
      "total(value)", .kind(.double), .records, "the sum as a double, 0 if there are no values",
      example: "(select total(age) from Person) > 50"),
    .init(
      "group_concat(value, [separator])", .kind(.text), .records,
      "the values as one text, with a separator (default: a comma)",
      example: #"(select group_concat(name, ", ") from Person) like "%Ann%""#),
    .init(
      "json_group_array(value)", .kind(.text), .records, "the values as a JSON array",
      example: #"(select json_group_array(name) from Person) like '%"Ann"%'"#),
    .init(
      "json_group_object(name, value)", .kind(.text), .records, "the values as a JSON object",
      example: #"(select json_group_object(name, age) from Person) like '%"Ann":41%'"#),
  ]

  static let windows: [ExpressionFunction] = [
    .init(
      "row_number()", .kind(.integer), .windows, "the number of the row",
      example: "(select row_number() over (order by name) from Person limit 1) = 1"),
    .init(
      "rank()", .kind(.integer), .windows, "the rank, with gaps after ties",
      example: "(select rank() over (order by age) from Person limit 1) = 1"),
    .init(
      "dense_rank()", .kind(.integer), .windows, "the rank without gaps",
      example: "(select dense_rank() over (order by age) from Person limit 1) = 1"),
    .init(
      "percent_rank()", .kind(.double), .windows, "the relative rank, from 0 to 1",
      example: "(select percent_rank() over (order by age) from Person limit 1) = 0"),
    .init(
      "cume_dist()", .kind(.double), .windows,
      "the share of the rows up to the current row, from 0 to 1",
      example: "(select cume_dist() over (order by age) from Person limit 1) > 0"),
    .init(
      "ntile(count)", .kind(.integer), .windows,
      "the number of the row's group, if the rows are divided into this number of nearly equal groups",
      example: "(select ntile(2) over (order by age) from Person limit 1) = 1"),
    .init(
      "lag(value, [rows], [default])", .first, .windows, "the value of an earlier row",
      example: "(select lag(name) over (order by name) from Person limit 1) is nil"),
    .init(
      "lead(value, [rows], [default])", .first, .windows, "the value of a later row",
      example: #"(select lead(name, 1) over (order by name) from Person limit 1) = "Bob""#),
    .init(
      "first_value(value)", .first, .windows, "the value of the first row",
      example: #"(select first_value(name) over (order by name) from Person limit 1) = "Ann""#),
    .init(
      "last_value(value)", .first, .windows, "the value of the last row",
      example: "(select last_value(name) over () from Person limit 1) is not nil"),
    .init(
      "nth_value(value, row)", .first, .windows, "the value of the row with this number",
      example: "(select nth_value(name, 2) over (order by name) from Person limit 1) is nil"),
  ]
}
