/// The functions and words that an expression can use.
enum ExpressionWords {
  /// What is known of a function.
  struct Function {
    /// How many values it takes.
    var arity: ClosedRange<Int>
    var result: Result = .other

    enum Result {
      /// A whole number.
      case integer
      /// A number calculated from the values.
      case number
      /// One of the values from the given place on.
      case oneOf(Int)
      case text
      case other
    }
  }

  private static let many = 127

  static let functions: [String: Function] = {
    var table: [String: Function] = [
      "abs": Function(arity: 1...1, result: .number),
      "char": Function(arity: 0...many, result: .text),
      "coalesce": Function(arity: 2...many, result: .oneOf(0)),
      "format": Function(arity: 1...many, result: .text),
      "printf": Function(arity: 1...many, result: .text),
      "glob": Function(arity: 2...2, result: .integer),
      "hex": Function(arity: 1...1, result: .text),
      "ifnull": Function(arity: 2...2, result: .oneOf(0)),
      "iif": Function(arity: 3...3, result: .oneOf(1)),
      "instr": Function(arity: 2...2, result: .integer),
      "length": Function(arity: 1...1, result: .integer),
      "like": Function(arity: 2...3, result: .integer),
      "lower": Function(arity: 1...1, result: .text),
      "likely": Function(arity: 1...1, result: .oneOf(0)),
      "unlikely": Function(arity: 1...1, result: .oneOf(0)),
      "ltrim": Function(arity: 1...2, result: .text),
      "rtrim": Function(arity: 1...2, result: .text),
      "trim": Function(arity: 1...2, result: .text),
      "max": Function(arity: 1...many, result: .oneOf(0)),
      "min": Function(arity: 1...many, result: .oneOf(0)),
      "nullif": Function(arity: 2...2, result: .oneOf(0)),
      "quote": Function(arity: 1...1, result: .text),
      "replace": Function(arity: 3...3, result: .text),
      "round": Function(arity: 1...2, result: .number),
      "sign": Function(arity: 1...1, result: .integer),
      "substr": Function(arity: 2...3, result: .text),
      "substring": Function(arity: 2...3, result: .text),
      "typeof": Function(arity: 1...1, result: .text),
      "unicode": Function(arity: 1...1, result: .integer),
      "upper": Function(arity: 1...1, result: .text),
      "zeroblob": Function(arity: 1...1),
      "atan2": Function(arity: 2...2), "log": Function(arity: 1...2),
      "mod": Function(arity: 2...2, result: .number), "pi": Function(arity: 0...0),
      "pow": Function(arity: 2...2, result: .number),
      "power": Function(arity: 2...2, result: .number),
      "json": Function(arity: 1...1), "json_array": Function(arity: 0...many),
      "json_array_length": Function(arity: 1...2, result: .integer),
      "json_extract": Function(arity: 2...many), "json_insert": Function(arity: 1...many),
      "json_object": Function(arity: 0...many), "json_patch": Function(arity: 2...2),
      "json_quote": Function(arity: 1...1), "json_remove": Function(arity: 1...many),
      "json_replace": Function(arity: 1...many), "json_set": Function(arity: 1...many),
      "json_type": Function(arity: 1...2), "json_valid": Function(arity: 1...1, result: .integer),
      "avg": Function(arity: 1...1, result: .number),
      "count": Function(arity: 0...1, result: .integer),
      "group_concat": Function(arity: 1...2, result: .text),
      "json_group_array": Function(arity: 1...1),
      "json_group_object": Function(arity: 2...2),
      "sum": Function(arity: 1...1, result: .number),
      "total": Function(arity: 1...1, result: .number),
      "row_number": Function(arity: 0...0, result: .integer),
      "rank": Function(arity: 0...0, result: .integer),
      "dense_rank": Function(arity: 0...0, result: .integer),
      "percent_rank": Function(arity: 0...0), "cume_dist": Function(arity: 0...0),
      "ntile": Function(arity: 1...1, result: .integer),
      "lag": Function(arity: 1...3, result: .oneOf(0)),
      "lead": Function(arity: 1...3, result: .oneOf(0)),
      "first_value": Function(arity: 1...1, result: .oneOf(0)),
      "last_value": Function(arity: 1...1, result: .oneOf(0)),
      "nth_value": Function(arity: 2...2, result: .oneOf(0)),
      "ulower": Function(arity: 1...1, result: .text),
      "uupper": Function(arity: 1...1, result: .text),
      "ulike": Function(arity: 2...3, result: .integer),
      "regexp": Function(arity: 2...2, result: .integer),
      "decimal_cmp": Function(arity: 2...2, result: .integer),
      "decimal_round": Function(arity: 1...2, result: .number),
    ]
    for name in ["ceil", "ceiling", "floor", "trunc", "sqrt", "exp", "ln", "log10", "log2"] {
      table[name] = Function(arity: 1...1, result: .number)
    }
    for name in [
      "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "degrees", "radians",
      "sin", "sinh", "tan", "tanh",
    ] {
      table[name] = Function(arity: 1...1)
    }
    for name in ["date", "time", "datetime", "julianday", "unixepoch"] {
      table[name] = Function(
        arity: 0...many, result: name == "julianday" || name == "unixepoch" ? .other : .text)
    }
    table["strftime"] = Function(arity: 1...many, result: .text)
    return table
  }()

  /// What `json_each` says of each item of a list.
  static let itemColumns: [String: ExpressionNature] = [
    "key": .integer, "value": .unknown, "type": .text, "atom": .unknown,
  ]

  /// The place of the first value of a date function that is a time.
  static let dateFunctions = [
    "date": 0, "time": 0, "datetime": 0, "julianday": 0, "unixepoch": 0, "strftime": 1,
  ]

  /// What SQLite calls when it sees an operator, and what the compiler adds.
  static let hiddenFunctions: Set<String> = [
    "->", "->>", "decimal_avg", "decimal_key", "decimal_max", "decimal_min", "decimal_sum",
    "double_round", "fixed_moment", "fixed_modifier",
  ]

  /// Functions of SQLite whose result is not a matter of their values alone.
  static let impureFunctions: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "load_extension",
    "sqlite_version", "sqlite_source_id", "sqlite_compileoption_get", "sqlite_compileoption_used",
    "sqlite_offset", "fts3_tokenizer",
  ]

  /// The functions of this program, with what a computed property can use in their place.
  static let ownFunctions = [
    "ulower": "lower(), which handles ASCII letters only",
    "uupper": "upper(), which handles ASCII letters only",
    "ulike": "like, which handles ASCII letters only", "regexp": "like or glob",
    "decimal_cmp": "the operators of comparison", "decimal_round": "round()",
  ]

  /// Functions that go over several records.
  static let aggregates: Set<String> = [
    "avg", "count", "group_concat", "json_group_array", "json_group_object", "sum", "total",
    "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile", "lag", "lead",
    "first_value", "last_value", "nth_value",
  ]

  /// Whether every program has a function, and it calculates with its values alone.
  static func isPortable(_ function: String) -> Bool {
    functions[function] != nil && ownFunctions[function] == nil
      && dateFunctions[function] == nil && !aggregates.contains(function)
  }

  static let collations: Set<String> = ["binary", "nocase", "rtrim"]

  /// What `cast` can make of a value.
  static let castTypes: Set<String> = [
    "text", "integer", "int", "real", "numeric", "blob", "decimal", "double", "float", "boolean",
  ]

  /// The operators that are words, for somebody who misspelled one.
  static let operators = [
    "and", "or", "is", "not", "in", "like", "between", "glob", "regexp", "collate", "escape",
    "isnull", "notnull",
  ]

  /// How tightly an operator binds; a symbol that is not one is missing.
  static let powers: [String: Int] = [
    "=": 4, "==": 4, "<>": 4, "!=": 4, "<": 5, "<=": 5, ">": 5, ">=": 5,
    "&": 7, "|": 7, "<<": 7, ">>": 7, "+": 8, "-": 8, "*": 9, "/": 9, "%": 9,
    "||": 10, "->": 10, "->>": 10,
  ]

  enum Power {
    static let or = 1, and = 2, not = 3, equality = 4, collate = 11, sign = 12
  }
}
