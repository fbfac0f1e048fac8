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

  /// What is known of a result.
  enum Result: Hashable {
    /// A whole number.
    case integer
    /// A number calculated from the values.
    case number
    /// One of the values from the given place on.
    case oneOf(Int)
    case text
    case other
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
    case .integer: "a whole number"
    case .number: "a number"
    case .text: "a text"
    case .oneOf(0): "one of its values"
    case .oneOf, .other: nil
    }
  }

  /// How many values it takes.
  var arity: ClosedRange<Int> {
    let least = arguments.count { !$0.hasPrefix("[") && $0 != "…" }
    return least...(arguments.last == "…" ? Self.many : arguments.count)
  }

  /// How many values it takes, in words that follow "takes", where it was given so many.
  func arityWords(given count: Int) -> String {
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
  var isOfLists: Bool { Self.ofLists.contains(name) }

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

  /// What SQLite calls when it sees an operator, and what the compiler adds.
  static let hidden = Set([
    "->", "->>", "decimal_avg", "decimal_key", "decimal_max", "decimal_min", "decimal_sum",
    "double_round", "duration_text", "fixed_count", "fixed_format", "fixed_moment",
  ]).union(CalendarFunctions.names)

  /// Functions of SQLite whose result is not a matter of their values alone.
  static let impure: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "load_extension",
    "sqlite_version", "sqlite_source_id", "sqlite_compileoption_get", "sqlite_compileoption_used",
    "sqlite_offset", "fts3_tokenizer",
  ]

  /// Every function that an expression can call, group by group.
  public static let all: [ExpressionFunction] = texts + numbers + values + others

  private static let texts: [ExpressionFunction] = [
    .init("length(text)", .integer, .texts, "how many characters a text has"),
    .init("substr(text, start, [length])", .text, .texts, "part of a text, counted from 1"),
    .init("substring(text, start, [length])", .text, .texts, "the same as substr"),
    .init(
      "instr(text, part)", .integer, .texts, "where a part begins in a text, 0 if it is missing"),
    .init("replace(text, part, other)", .text, .texts, "the text with each part replaced"),
    .init("trim(text, [characters])", .text, .texts, "the text without spaces at both ends"),
    .init("ltrim(text, [characters])", .text, .texts, "the text without spaces at its beginning"),
    .init("rtrim(text, [characters])", .text, .texts, "the text without spaces at its end"),
    .init("lower(text)", .text, .texts, "the text with A to Z in lower case"),
    .init("upper(text)", .text, .texts, "the text with a to z in upper case"),
    .init(
      "ulower(text)", .text, .texts, "the text with all letters in lower case",
      insteadUse: "lower(), which handles ASCII letters only"),
    .init(
      "uupper(text)", .text, .texts, "the text with all letters in upper case",
      insteadUse: "upper(), which handles ASCII letters only"),
    .init("like(pattern, text, [escape])", .integer, .texts, "whether a text is like a pattern"),
    .init(
      "ulike(pattern, text, [escape])", .integer, .texts, "the same for all letters",
      insteadUse: "like, which handles ASCII letters only"),
    .init("glob(pattern, text)", .integer, .texts, "whether a text matches a pattern of * and ?"),
    .init(
      "regexp(pattern, text)", .integer, .texts, "whether a pattern is found in a text",
      insteadUse: "like or glob"),
    .init(
      "format(format, [value], …)", .text, .texts, "values put into a format, as in C's printf"),
    .init("printf(format, [value], …)", .text, .texts, "the same as format"),
    .init("char([code], …)", .text, .texts, "the text of these Unicode scalars"),
    .init("unicode(text)", .integer, .texts, "the code of the first Unicode scalar"),
    .init("hex(value)", .text, .texts, "the bytes of a text in hexadecimal"),
    .init("quote(value)", .text, .texts, "the value as SQL writes it"),
  ]

  private static let numbers: [ExpressionFunction] = [
    .init("abs(number)", .number, .numbers, "the number without its sign"),
    .init("round(number, [digits])", .number, .numbers, "the number rounded to so many digits"),
    .init("ceil(number)", .number, .numbers, "the next greater whole number"),
    .init("ceiling(number)", .number, .numbers, "the same as ceil"),
    .init("floor(number)", .number, .numbers, "the next lesser whole number"),
    .init("trunc(number)", .number, .numbers, "the number without its fraction"),
    .init("sign(number)", .integer, .numbers, "-1, 0 or 1"),
    .init("mod(number, divisor)", .number, .numbers, "the remainder, with its fraction"),
    .init("sqrt(number)", .number, .numbers, "the square root"),
    .init("pow(base, exponent)", .number, .numbers, "the power"),
    .init("power(base, exponent)", .number, .numbers, "the same as pow"),
    .init("exp(number)", .number, .numbers, "e to the power of the number"),
    .init("ln(number)", .number, .numbers, "the natural logarithm"),
    .init("log([base], number)", .other, .numbers, "the logarithm, to the base 10 as a rule"),
    .init("log10(number)", .number, .numbers, "the logarithm to the base 10"),
    .init("log2(number)", .number, .numbers, "the logarithm to the base 2"),
    .init("pi()", .other, .numbers, "the number π"),
    .init("degrees(radians)", .other, .numbers, "an angle in degrees"),
    .init("radians(degrees)", .other, .numbers, "an angle in radians"),
    .init("sin(radians)", .other, .numbers, "the sine"),
    .init("cos(radians)", .other, .numbers, "the cosine"),
    .init("tan(radians)", .other, .numbers, "the tangent"),
    .init("asin(number)", .other, .numbers, "the inverse sine"),
    .init("acos(number)", .other, .numbers, "the inverse cosine"),
    .init("atan(number)", .other, .numbers, "the inverse tangent"),
    .init("atan2(y, x)", .other, .numbers, "the angle of a point"),
    .init("sinh(number)", .other, .numbers, "the hyperbolic sine"),
    .init("cosh(number)", .other, .numbers, "the hyperbolic cosine"),
    .init("tanh(number)", .other, .numbers, "the hyperbolic tangent"),
    .init("asinh(number)", .other, .numbers, "the inverse hyperbolic sine"),
    .init("acosh(number)", .other, .numbers, "the inverse hyperbolic cosine"),
    .init("atanh(number)", .other, .numbers, "the inverse hyperbolic tangent"),
    .init(
      "decimal_cmp(number, other)", .integer, .numbers, "-1, 0 or 1, exact for any digits",
      insteadUse: "the operators of comparison"),
    .init(
      "decimal_round(number, [digits])", .number, .numbers, "a calculated decimal as it is printed",
      insteadUse: "round()"),
  ]

  private static let values: [ExpressionFunction] = [
    .init("coalesce(value, other, …)", .oneOf(0), .values, "the first value that is not nil"),
    .init("ifnull(value, other)", .oneOf(0), .values, "the other value where the first is nil"),
    .init("nullif(value, other)", .oneOf(0), .values, "nil where both values are equal"),
    .init("iif(condition, yes, no)", .oneOf(1), .values, "one of two values"),
    .init("max(value, [value], …)", .oneOf(0), .values, "the greatest value, also of a list"),
    .init("min(value, [value], …)", .oneOf(0), .values, "the least value, also of a list"),
    .init("likely(value)", .oneOf(0), .values, "the value; a hint for SQLite's planner"),
    .init("unlikely(value)", .oneOf(0), .values, "the value; a hint for SQLite's planner"),
    .init("typeof(value)", .text, .values, "how the value is stored, such as integer"),
    .init("zeroblob(length)", .other, .values, "so many zero bytes"),
  ]

  private static let others: [ExpressionFunction] = [
    .init("date(moment, [modifier], …)", .text, .dates, "a day, as in date(joined, \"+1 month\")"),
    .init("time(moment, [modifier], …)", .text, .dates, "a time of day"),
    .init("datetime(moment, [modifier], …)", .text, .dates, "a day with a time of day"),
    .init("strftime(format, moment, [modifier], …)", .text, .dates, "a moment as a format has it"),
    .init("julianday(moment, [modifier], …)", .other, .dates, "the days since noon in 4714 BC"),
    .init("unixepoch(moment, [modifier], …)", .other, .dates, "the seconds since 1970"),
    .init("json(text)", .other, .json, "the JSON text without white space"),
    .init("json_array([value], …)", .other, .json, "the list of the values"),
    .init("json_array_length(json, [path])", .integer, .json, "how many items a list has"),
    .init("json_extract(json, path, …)", .other, .json, "what is at a path, such as '$[0]'"),
    .init("json_insert(json, [path], …)", .other, .json, "the JSON with values that were missing"),
    .init("json_object([name], …)", .other, .json, "the object of names and values"),
    .init("json_patch(json, patch)", .other, .json, "the JSON changed by a merge patch"),
    .init("json_quote(value)", .other, .json, "the value as JSON"),
    .init("json_remove(json, [path], …)", .other, .json, "the JSON without what is at the paths"),
    .init("json_replace(json, [path], …)", .other, .json, "the JSON with values replaced"),
    .init("json_set(json, [path], …)", .other, .json, "the JSON with values at the paths"),
    .init("json_type(json, [path])", .other, .json, "the type of the JSON, such as array"),
    .init("json_valid(text)", .integer, .json, "whether the text is JSON"),
    .init("count([value])", .integer, .records, "how many there are"),
    .init("sum(value)", .number, .records, "the sum, exact for decimals"),
    .init("avg(value)", .number, .records, "the mean"),
    .init("total(value)", .number, .records, "the sum as a double, 0 for none"),
    .init("group_concat(value, [separator])", .text, .records, "the values as one text"),
    .init("json_group_array(value)", .other, .records, "the values as a JSON array"),
    .init("json_group_object(name, value)", .other, .records, "the values as a JSON object"),
    .init("row_number()", .integer, .windows, "the number of the row"),
    .init("rank()", .integer, .windows, "the rank, with gaps after equals"),
    .init("dense_rank()", .integer, .windows, "the rank without gaps"),
    .init("percent_rank()", .other, .windows, "the rank from 0 to 1"),
    .init("cume_dist()", .other, .windows, "the part of the rows up to this one"),
    .init("ntile(count)", .integer, .windows, "which of so many parts the row is in"),
    .init("lag(value, [rows], [default])", .oneOf(0), .windows, "the value of an earlier row"),
    .init("lead(value, [rows], [default])", .oneOf(0), .windows, "the value of a later row"),
    .init("first_value(value)", .oneOf(0), .windows, "the value of the first row"),
    .init("last_value(value)", .oneOf(0), .windows, "the value of the last row"),
    .init("nth_value(value, row)", .oneOf(0), .windows, "the value of a row by its number"),
  ]
}
