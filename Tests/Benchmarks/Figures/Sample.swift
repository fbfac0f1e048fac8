import Foundation
import Interactors
import Records
import Validation

struct Sample {
  struct Peer {
    var name: String
    var accepts: (String) -> Bool

    static func expression(
      _ pattern: String, _ options: NSRegularExpression.Options = []
    ) throws -> Peer {
      let expression = try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: options)
      return Peer(name: "NSRegularExpression") { text in
        let range = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, range: range) != nil
      }
    }

    /// A formatter that parses the text and formats the number again.
    static func number(_ style: NumberFormatter.Style, _ locale: String = "en_US") -> Peer {
      let formatter = NumberFormatter()
      formatter.locale = Locale(identifier: locale)
      formatter.numberStyle = style
      formatter.maximumFractionDigits = 3
      return Peer(name: "NumberFormatter") {
        let text = style == .percent ? "\($0)%" : $0
        return formatter.number(from: text).flatMap(formatter.string) != nil
      }
    }
  }

  var property: Property
  var text: String
  var key: String
  var peer: Peer
  /// nil for the property's own format.
  var format: FieldFormat?
  /// The limit relative to the peer. It is higher where the grammar knows more than the peer, such
  /// as check digits and the lengths of each country.
  var most: Double

  private init(
    _ name: String, _ kind: PropertyKind, _ text: String, _ key: String, _ peer: Peer,
    range: (any PropertyBounds)? = nil, pattern: String? = nil, format: FieldFormat? = nil,
    atMost most: Double = 1
  ) throws {
    property = Property(
      name, kind, isOptional: true, range: range, pattern: try pattern.map { try TextPattern($0) })
    (self.text, self.key, self.peer, self.format, self.most) = (text, key, peer, format, most)
  }

  static func all() throws -> [Sample] {
    let names = (0..<20).map { "name \($0)" }
    let pattern = "[A-Z]{10}-[0-9]{10}-[a-z]{8}"
    let decimals = DecimalGrammar(
      maximumIntegerDigits: 8, fractionDigits: 1...3, minimum: ExactDecimal("-99999999"),
      maximum: ExactDecimal("99999999"))
    let german = FieldFormat(
      grammar: decimals, symbols: NumberSymbols(locale: Locale(identifier: "de_DE")),
      isGrouped: true)
    return [
      try Sample("text", .text, "all is well that ends wel", "l", .expression(".{0,80}")),
      try Sample("integer", .integer, "1234", "5", .number(.none), range: 0...99_999),
      try Sample(
        "decimal", .decimal(integerDigits: 8, fractionDigits: 1...3), "12.345.678,12", "3",
        .number(.decimal, "de_DE"), format: german),
      try Sample("double", .double, "1234.56", "7", .number(.none)),
      try Sample(
        "percent", .percent(integerDigits: 2, fractionDigits: 0...1), "12.", "5", .number(.percent)),
      try Sample("boolean", .boolean, "tru", "e", .expression("true|false", .caseInsensitive)),
      try Sample(
        "choice", .choice(names), "name 1", "7",
        .expression(names.joined(separator: "|"), .caseInsensitive)),
      try Sample("hex", .hex(digits: 6), "FF00A", "A", .expression("[0-9A-F]{6}")),
      try Sample(
        "card", .card, "6304 0000 0000 0000 00", "0", .expression("[0-9]{4}( [0-9]{1,4}){2,4}")),
      try Sample(
        "mask", .mask(TextMask("+00 (000) 000-0000 AA/NN 000-00")),
        "+49 (123) 456-7890 AB/1X 123-4", "5",
        .expression(#"\+\d\d \(\d{3}\) \d{3}-\d{4} [A-Z]{2}/\w\w \d{3}-\d\d"#)),
      try Sample("date", .date, "2026-11-2", "1", .expression(#"\d{4}-\d\d-\d\d"#)),
      try Sample(
        "moment", .dateTime, "2026-11-21T10:00:0", "0",
        .expression(#"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"#)),
      try Sample("time", .time(hasSeconds: false), "08:3", "0", .expression(#"\d\d:\d\d"#)),
      try Sample(
        "duration", .duration(hasSeconds: false), "37:1", "5", .expression(#"\d+:[0-5]\d"#),
        atMost: 6),
      try Sample("month", .month, "2026-1", "1", .expression(#"\d{4}-(0[1-9]|1[0-2])"#)),
      try Sample(
        "url", .url, "https://example.org/some/path", "s",
        .expression(#"[a-z][a-z0-9+.-]*://[^\s/]+(/\S*)?"#), atMost: 6),
      try Sample(
        "email", .email, "ada.lovelace@example.or", "g",
        .expression(#"[\w.%+-]+@([\w-]+\.)+[a-z]{2,}"#), atMost: 6),
      try Sample(
        "account", .iban, "DE89 3704 0044 0532 0130 0", "0",
        .expression("[A-Z]{2}[0-9]{2}( [0-9A-Z]{1,4}){2,8}"), atMost: 6),
      try Sample(
        "phone", .phone(country: nil), "+4930123456", "7", .expression(#"\+[0-9]{4,15}"#), atMost: 6
      ),
      try Sample(
        "pattern", .text, "ABCDEFGHIJ-0123456789-abcdefg", "h", .expression(pattern),
        pattern: pattern),
    ]
  }
}
