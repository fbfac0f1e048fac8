package import Values

/// The words of expressions besides names and functions.
enum ExpressionWords {
  /// The columns of `json_each`.
  static let itemColumns: [String: InferredType] = [
    "key": .integer, "value": .unknown, "type": .text, "atom": .unknown,
  ]

  static let collations: Set<String> = ["binary", "nocase", "rtrim"]

  /// The valid types for `cast`.
  static let castTypes: Set<String> = [
    "text", "integer", "int", "real", "numeric", "blob", "decimal", "double", "float", "boolean",
  ]

  /// Operators that are words, to suggest corrections.
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

extension ExpressionToken {
  /// Whether a sign is an operator.
  package static func isOperator(_ sign: String) -> Bool { ExpressionWords.powers[sign] != nil }
}
