internal import Records

/// A function that expressions can call: how it is called, what it returns, and what it is for.
public struct ExpressionFunction: Hashable, Sendable {
  /// What a function is about.
  public enum Group: String, CaseIterable, Sendable {
    /// Texts.
    case texts
    /// Numbers.
    case numbers
    /// Choosing and testing values.
    case values
    /// Dates and times, as texts.
    case dates
    /// Lists and other JSON texts.
    case json = "lists and JSON"
    /// The values of many records.
    case records = "many records"
    /// The rows around a row, in a subselect with `over`.
    case windows = "rows of a window"
  }

  /// What is known of a result, and with it how the function is called.
  enum Result: Hashable {
    /// A value of a kind.
    case kind(PropertyKind)
    /// How many there are.
    case count
    /// Whether something holds.
    case condition
    /// Anything.
    case none
    /// One of the values from the given place on.
    case chosen(Int)
    /// The first value.
    case first
    /// The first value, unless the second is equal.
    case unlessEqual
    /// The least or the greatest.
    case extreme
    /// A number without its sign, rounded, cut off, what a division leaves of it, or the sum or mean
    /// of many.
    case amount, rounded, cut, remainder, sum
    /// What a date function makes of a moment.
    case moment(PropertyKind)
    /// The year of a day.
    case year
    /// A text with values in it.
    case format
  }

  /// The name, in lower case.
  public let name: String
  /// What its values are called; what can be left out is in square brackets, and `…` stands for any
  /// number of further values.
  public let arguments: [String]
  /// What it returns, in a line.
  public let summary: String
  /// What it is about.
  public let group: Group
  let result: Result
  /// What every program has in place of a function that only this one has.
  let substitute: String?

  init(
    _ call: String, _ result: Result, _ group: Group, _ summary: String, insteadUse: String? = nil
  ) {
    let parts = call.split(separator: "(", maxSplits: 1)
    name = String(parts[0])
    arguments = parts[1].dropLast().split(separator: ",").map { argument in
      String(argument.drop { $0 == " " })
    }
    self.result = result
    self.group = group
    self.summary = summary
    substitute = insteadUse
  }

  /// A call of the function, as its help writes it.
  public var call: String { "\(name)(\(arguments.joined(separator: ", ")))" }

  /// What it returns, in words; nil for what depends on its values.
  public var resultWords: String? {
    switch result {
    case .kind(.integer), .count, .year, .moment(.integer): "a whole number"
    case .kind(.text), .format, .moment(.text): "a text"
    case .kind(.date), .moment(.date): "a date"
    case .kind, .amount, .rounded, .cut, .remainder, .sum, .moment(.double): "a number"
    case .condition: "true or false"
    case .moment(.dateTime): "a date with time"
    case .moment: "a time of day"
    case .chosen(0), .first, .unlessEqual, .extreme: "one of its values"
    case .chosen, .none: nil
    }
  }

  /// How many values it takes.
  var arity: ClosedRange<Int> {
    let least = arguments.count { !$0.hasPrefix("[") && $0 != "…" }
    return least...(arguments.last == "…" ? Self.many : arguments.count)
  }

  /// How many values it takes, in words that follow "takes", where it was given so many.
  package func arityWords(given count: Int) -> String {
    let (least, most) = (arity.lowerBound, arity.upperBound)
    return switch most {
    case 0: "no value"
    case 1 where least == 1: "1 value"
    case least: "\(least) values"
    case least + 1: "\(least) or \(most) values"
    case _ where count > most: "at most \(most) values"
    case Self.many: "at least \(least) value\(least == 1 ? "" : "s")"
    default: "\(least) to \(most) values"
    }
  }

  /// The most values that a function can take.
  static let many = 127

  /// The place of the first value of a date function that is a time; nil for others.
  var placeOfMoment: Int? {
    group == .dates ? arguments.firstIndex { $0.contains("moment") } : nil
  }

  /// Whether every program has it, and it calculates with its values alone.
  var isPortable: Bool {
    switch group {
    case .texts, .numbers, .values, .json: substitute == nil
    case .dates, .records, .windows: false
    }
  }

  /// Whether it may take long: it gathers values of many records, or looks for a pattern.
  public var mayRunLong: Bool {
    switch group {
    case .records, .windows: true
    case .texts: Self.searching.contains(name)
    case .numbers, .values, .dates, .json: isOfLists
    }
  }

  /// Whether it goes over the records of a list or of a type: `avg(reviews.rating)`.
  package var isOfLists: Bool { Self.ofLists.contains(name) }

  /// Whether it gathers the values of many records when it has so many values.
  func isGathering(_ count: Int) -> Bool {
    group == .records || count == 1 && (name == "min" || name == "max")
  }

  // MARK: The functions

  private static let ofLists: Set<String> = ["avg", "count", "max", "min", "sum"]
  private static let searching: Set<String> = ["glob", "instr", "like", "regexp", "ulike"]

  /// The function of a name in lower case; nil if there is none.
  public static func named(_ name: String) -> ExpressionFunction? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether SQLite may call a function of this name for an expression: one that expressions can
  /// call, one that we write in its place, or what an operator is to SQLite.
  package static func isAllowed(_ name: String) -> Bool {
    byName[name] != nil || own.contains(name)
  }

  private static let own = Set(SQLFunctions.all().map(\.name)).union(["->", "->>"])

  /// Functions of SQLite whose result is not a matter of their values alone.
  static let impure: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "load_extension",
    "sqlite_version", "sqlite_source_id", "sqlite_compileoption_get", "sqlite_compileoption_used",
    "sqlite_offset", "fts3_tokenizer",
  ]

  /// Every function that an expression can call, group by group.
  public static let all: [ExpressionFunction] = texts + numbers + values + others

  private static let texts: [ExpressionFunction] = [
    .init("length(text)", .kind(.integer), .texts, "how many characters a text has"),
    .init("substr(text, start, [length])", .kind(.text), .texts, "part of a text, counted from 1"),
    .init("substring(text, start, [length])", .kind(.text), .texts, "the same as substr"),
    .init(
      "instr(text, part)", .kind(.integer), .texts,
      "where a part begins in a text, 0 if it is missing"),
    .init("replace(text, part, other)", .kind(.text), .texts, "the text with each part replaced"),
    .init("trim(text, [characters])", .kind(.text), .texts, "the text without spaces at both ends"),
    .init(
      "ltrim(text, [characters])", .kind(.text), .texts, "the text without spaces at its beginning"),
    .init("rtrim(text, [characters])", .kind(.text), .texts, "the text without spaces at its end"),
    .init("lower(text)", .kind(.text), .texts, "the text with A to Z in lower case"),
    .init("upper(text)", .kind(.text), .texts, "the text with a to z in upper case"),
    .init(
      "ulower(text)", .kind(.text), .texts, "the text with all letters in lower case",
      insteadUse: "lower(), which handles ASCII letters only"),
    .init(
      "uupper(text)", .kind(.text), .texts, "the text with all letters in upper case",
      insteadUse: "upper(), which handles ASCII letters only"),
    .init("like(pattern, text, [escape])", .condition, .texts, "whether a text is like a pattern"),
    .init(
      "ulike(pattern, text, [escape])", .condition, .texts, "the same for all letters",
      insteadUse: "like, which handles ASCII letters only"),
    .init("glob(pattern, text)", .condition, .texts, "whether a text matches a pattern of * and ?"),
    .init(
      "regexp(pattern, text)", .condition, .texts, "whether a pattern is found in a text",
      insteadUse: "like or glob"),
    .init(
      "format(format, [value], …)", .format, .texts, "values put into a format, as in C's printf"),
    .init("printf(format, [value], …)", .format, .texts, "the same as format"),
    .init("char([code], …)", .kind(.text), .texts, "the text of these Unicode scalars"),
    .init("unicode(text)", .kind(.integer), .texts, "the code of the first Unicode scalar"),
    .init("hex(value)", .kind(.text), .texts, "the bytes of a text in hexadecimal"),
    .init("quote(value)", .kind(.text), .texts, "the value as SQL writes it"),
  ]

  private static let numbers: [ExpressionFunction] = [
    .init("abs(number)", .amount, .numbers, "the number without its sign"),
    .init("round(number, [digits])", .rounded, .numbers, "the number rounded to so many digits"),
    .init("ceil(number)", .cut, .numbers, "the next greater whole number"),
    .init("ceiling(number)", .cut, .numbers, "the same as ceil"),
    .init("floor(number)", .cut, .numbers, "the next lesser whole number"),
    .init("trunc(number)", .cut, .numbers, "the number without its fraction"),
    .init("sign(number)", .kind(.integer), .numbers, "-1, 0 or 1"),
    .init("mod(number, divisor)", .remainder, .numbers, "the remainder, with its fraction"),
    .init("sqrt(number)", .kind(.double), .numbers, "the square root"),
    .init("pow(base, exponent)", .kind(.double), .numbers, "the power"),
    .init("power(base, exponent)", .kind(.double), .numbers, "the same as pow"),
    .init("exp(number)", .kind(.double), .numbers, "e to the power of the number"),
    .init("ln(number)", .kind(.double), .numbers, "the natural logarithm"),
    .init(
      "log([base], number)", .kind(.double), .numbers, "the logarithm, to the base 10 as a rule"),
    .init("log10(number)", .kind(.double), .numbers, "the logarithm to the base 10"),
    .init("log2(number)", .kind(.double), .numbers, "the logarithm to the base 2"),
    .init("pi()", .kind(.double), .numbers, "the number π"),
    .init("degrees(radians)", .kind(.double), .numbers, "an angle in degrees"),
    .init("radians(degrees)", .kind(.double), .numbers, "an angle in radians"),
    .init("sin(radians)", .kind(.double), .numbers, "the sine"),
    .init("cos(radians)", .kind(.double), .numbers, "the cosine"),
    .init("tan(radians)", .kind(.double), .numbers, "the tangent"),
    .init("asin(number)", .kind(.double), .numbers, "the inverse sine"),
    .init("acos(number)", .kind(.double), .numbers, "the inverse cosine"),
    .init("atan(number)", .kind(.double), .numbers, "the inverse tangent"),
    .init("atan2(y, x)", .kind(.double), .numbers, "the angle of a point"),
    .init("sinh(number)", .kind(.double), .numbers, "the hyperbolic sine"),
    .init("cosh(number)", .kind(.double), .numbers, "the hyperbolic cosine"),
    .init("tanh(number)", .kind(.double), .numbers, "the hyperbolic tangent"),
    .init("asinh(number)", .kind(.double), .numbers, "the inverse hyperbolic sine"),
    .init("acosh(number)", .kind(.double), .numbers, "the inverse hyperbolic cosine"),
    .init("atanh(number)", .kind(.double), .numbers, "the inverse hyperbolic tangent"),
    .init(
      "decimal_cmp(number, other)", .kind(.integer), .numbers, "-1, 0 or 1, exact for any digits",
      insteadUse: "the operators of comparison"),
    .init(
      "decimal_round(number, [digits])", .rounded, .numbers,
      "a calculated decimal as it is printed",
      insteadUse: "round()"),
  ]

  private static let values: [ExpressionFunction] = [
    .init("coalesce(value, other, …)", .chosen(0), .values, "the first value that is not nil"),
    .init("ifnull(value, other)", .chosen(0), .values, "the other value where the first is nil"),
    .init("nullif(value, other)", .unlessEqual, .values, "nil where both values are equal"),
    .init("iif(condition, yes, no)", .chosen(1), .values, "one of two values"),
    .init("max(value, [value], …)", .extreme, .values, "the greatest value, also of a list"),
    .init("min(value, [value], …)", .extreme, .values, "the least value, also of a list"),
    .init("likely(value)", .first, .values, "the value; a hint for SQLite's planner"),
    .init("unlikely(value)", .first, .values, "the value; a hint for SQLite's planner"),
    .init("typeof(value)", .kind(.text), .values, "how the value is stored, such as integer"),
    .init("zeroblob(length)", .none, .values, "so many zero bytes"),
  ]

  private static let others: [ExpressionFunction] = [
    .init(
      "date(moment, [modifier], …)", .moment(.date), .dates, "a day, as in date(seen, \"+7 days\")"),
    .init("time(moment, [modifier], …)", .moment(.time(hasSeconds: true)), .dates, "a time of day"),
    .init(
      "datetime(moment, [modifier], …)", .moment(.dateTime), .dates, "a day with a time of day"),
    .init(
      "strftime(format, moment, [modifier], …)", .moment(.text), .dates,
      "a moment as a format has it"),
    .init(
      "julianday(moment, [modifier], …)", .moment(.double), .dates, "the days since noon in 4714 BC"
    ),
    .init(
      "year(day)", .year, .dates, "the year of a day",
      insteadUse: "substr(day, 1, 4)"),
    .init(
      "add_months(day, months)", .kind(.date), .dates,
      "the day so many months later, at most the last of the month", insteadUse: "substr()"),
    .init("unixepoch(moment, [modifier], …)", .moment(.integer), .dates, "the seconds since 1970"),
    .init("json(text)", .kind(.text), .json, "the JSON text without white space"),
    .init("json_array([value], …)", .kind(.text), .json, "the list of the values"),
    .init("json_array_length(json, [path])", .kind(.integer), .json, "how many items a list has"),
    .init("json_extract(json, path, …)", .none, .json, "what is at a path, such as '$[0]'"),
    .init(
      "json_insert(json, [path], …)", .kind(.text), .json, "the JSON with values that were missing"),
    .init("json_object([name], …)", .kind(.text), .json, "the object of names and values"),
    .init("json_patch(json, patch)", .kind(.text), .json, "the JSON changed by a merge patch"),
    .init("json_quote(value)", .kind(.text), .json, "the value as JSON"),
    .init(
      "json_remove(json, [path], …)", .kind(.text), .json, "the JSON without what is at the paths"),
    .init("json_replace(json, [path], …)", .kind(.text), .json, "the JSON with values replaced"),
    .init("json_set(json, [path], …)", .kind(.text), .json, "the JSON with values at the paths"),
    .init("json_type(json, [path])", .kind(.text), .json, "the type of the JSON, such as array"),
    .init("json_valid(text)", .condition, .json, "whether the text is JSON"),
    .init("count([value])", .count, .records, "how many there are"),
    .init("sum(value)", .sum, .records, "the sum, exact for decimals"),
    .init("avg(value)", .sum, .records, "the mean"),
    .init("total(value)", .kind(.double), .records, "the sum as a double, 0 for none"),
    .init("group_concat(value, [separator])", .kind(.text), .records, "the values as one text"),
    .init("json_group_array(value)", .kind(.text), .records, "the values as a JSON array"),
    .init("json_group_object(name, value)", .kind(.text), .records, "the values as a JSON object"),
    .init("row_number()", .kind(.integer), .windows, "the number of the row"),
    .init("rank()", .kind(.integer), .windows, "the rank, with gaps after equals"),
    .init("dense_rank()", .kind(.integer), .windows, "the rank without gaps"),
    .init("percent_rank()", .kind(.double), .windows, "the rank from 0 to 1"),
    .init("cume_dist()", .kind(.double), .windows, "the part of the rows up to this one"),
    .init("ntile(count)", .kind(.integer), .windows, "which of so many parts the row is in"),
    .init("lag(value, [rows], [default])", .first, .windows, "the value of an earlier row"),
    .init("lead(value, [rows], [default])", .first, .windows, "the value of a later row"),
    .init("first_value(value)", .first, .windows, "the value of the first row"),
    .init("last_value(value)", .first, .windows, "the value of the last row"),
    .init("nth_value(value, row)", .first, .windows, "the value of a row by its number"),
  ]
}
