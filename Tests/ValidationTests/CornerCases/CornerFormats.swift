import Validation

enum CornerFormats {
  static let integer = Formats.integer
  static let natural = Formats.natural
  static let two = Formats.decimal(3, 2)
  static let english = Formats.decimal(10, 4, .english.grouped())
  static let german = Formats.decimal(10, 4, .german.grouped())
  static let french = Formats.decimal(10, 4, .french.grouped())
  static let card = FieldFormat(grammar: CardGrammar())
  static let date = FieldFormat(grammar: DateGrammar())
  static let germanDate = FieldFormat(
    grammar: DateGrammar(order: .dayMonthYear, separator: "."))
  static let moment = FieldFormat(grammar: DateTimeGrammar())

  static func hex(_ digits: Int) -> FieldFormat { FieldFormat(grammar: HexGrammar(digits: digits)) }
  static func mask(_ pattern: String) -> FieldFormat {
    FieldFormat(grammar: maskGrammar(pattern))
  }
  static func text(_ length: ClosedRange<Int>) -> FieldFormat {
    FieldFormat(grammar: TextGrammar(length: length))
  }
  static func double(_ minimum: Double? = nil, _ maximum: Double? = nil) -> FieldFormat {
    FieldFormat(grammar: DoubleGrammar(minimum: minimum, maximum: maximum))
  }
}
