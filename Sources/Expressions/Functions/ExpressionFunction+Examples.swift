extension ExpressionFunction {
  /// A call of the function, in an expression that is true.
  ///
  /// There are records of a type `Person` in it, of which Ann is 41 years old and the first by name.
  public var example: String { Self.examples[name] ?? call }

  /// The examples by the name that each begins with, in a subselect the first that it selects.
  private static let examples = Dictionary(
    uniqueKeysWithValues: truths.split(separator: "\n").map { truth in
      (String(truth.trimmingPrefix("(select ").prefix { $0 != "(" }), String(truth))
    })

  private static let truths = #"""
    length("Ann") = 3
    substr("Ann Lee", 1, 3) = "Ann"
    substring("Ann Lee", 5) = "Lee"
    instr("Ann Lee", "Lee") = 5
    replace("a-b-c", "-", "/") = "a/b/c"
    trim("  Ann ") = "Ann"
    ltrim("007", "0") = "7"
    rtrim("Ann...", ".") = "Ann"
    lower("Ann") = "ann"
    upper("Ann") = "ANN"
    ulower("ÄRA") = "ära"
    uupper("ära") = "ÄRA"
    like("a%", "Ann")
    ulike("ä%", "Ära")
    glob("A*", "Ann")
    regexp("^A", "Ann")
    format("%05.1f", 3.14159) = "003.1"
    printf("%d of %d", 3, 10) = "3 of 10"
    char(65, 66) = "AB"
    unicode("A") = 65
    hex("AB") = "4142"
    quote("O'Hara") = "'O''Hara'"
    abs(-3) = 3
    round(2.718, 1) = 2.7
    ceil(2.1) = 3
    ceiling(-2.1) = -2
    floor(2.9) = 2
    trunc(-2.9) = -2
    sign(-5) = -1
    mod(7.5, 2) = 1.5
    sqrt(16) = 4
    pow(2, 10) = 1024
    power(3, 2) = 9
    exp(0) = 1
    ln(1) = 0
    log(2, 8) = 3
    log10(100) = 2
    log2(8) = 3
    pi() between 3.14 and 3.15
    degrees(pi()) = 180
    radians(180) = pi()
    sin(pi() / 2) = 1
    cos(pi()) = -1
    tan(0) = 0
    asin(1) = pi() / 2
    acos(1) = 0
    atan(1) = pi() / 4
    atan2(1, 0) = pi() / 2
    sinh(0) = 0
    cosh(0) = 1
    tanh(0) = 0
    asinh(0) = 0
    acosh(1) = 0
    atanh(0) = 0
    decimal_cmp(0.1 + 0.2, 0.3) = 0
    decimal_round(0.1 + 0.2, 1) = 0.3
    coalesce(nil, nil, 3) = 3
    ifnull(nil, "none") = "none"
    nullif(5, 5) is nil
    iif(2 > 1, "yes", "no") = "yes"
    max(3, 7, 5) = 7
    min(3, 7, 5) = 3
    likely(2 > 1)
    unlikely(2 > 1)
    typeof(2.5) = "real"
    zeroblob(3) is not nil
    date("2026-01-31", "+1 day") = "2026-02-01"
    time("08:30", "+45 minutes") = "09:15:00"
    datetime("2026-01-31 23:30", "+1 hour") = "2026-02-01 00:30:00"
    strftime("%d.%m.%Y", "2026-01-31") = "31.01.2026"
    year(2026-11-21) = 2026
    add_months(2026-01-31, 1) = 2026-02-28
    julianday("2026-02-01") - julianday("2026-01-31") = 1
    unixepoch("1970-01-02") = 86400
    json("[1,  2]") = "[1,2]"
    json_array(1, 2) = "[1,2]"
    json_array_length("[1,2]") = 2
    json_extract("[5,6]", "$[0]") = 5
    json_insert("[1]", "$[1]", 2) = "[1,2]"
    json_object("a", 1) = '{"a":1}'
    json_patch('{"a":1}', '{"b":2}') = '{"a":1,"b":2}'
    json_quote("Ann") = '"Ann"'
    json_remove("[1,2]", "$[0]") = "[2]"
    json_replace("[1,2]", "$[0]", 5) = "[5,2]"
    json_set("[1]", "$[0]", 5, "$[1]", 6) = "[5,6]"
    json_type("[1,2]") = "array"
    json_valid("[1,2]")
    count(Person where age > 30) > 0
    sum(Person.age) > 50
    avg(Person.age where name like "A%") > 30
    (select total(age) from Person) > 50
    (select group_concat(name, ", ") from Person) like "%Ann%"
    (select json_group_array(name) from Person) like '%"Ann"%'
    (select json_group_object(name, age) from Person) like '%"Ann":41%'
    (select row_number() over (order by name) from Person limit 1) = 1
    (select rank() over (order by age) from Person limit 1) = 1
    (select dense_rank() over (order by age) from Person limit 1) = 1
    (select percent_rank() over (order by age) from Person limit 1) = 0
    (select cume_dist() over (order by age) from Person limit 1) > 0
    (select ntile(2) over (order by age) from Person limit 1) = 1
    (select lag(name) over (order by name) from Person limit 1) is nil
    (select lead(name, 1) over (order by name) from Person limit 1) = "Bob"
    (select first_value(name) over (order by name) from Person limit 1) = "Ann"
    (select last_value(name) over () from Person limit 1) is not nil
    (select nth_value(name, 2) over (order by name) from Person limit 1) is nil
    """#
}
