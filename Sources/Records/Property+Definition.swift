extension Property {
  /// The property as a `define` command writes it: `age: Integer? in 0...150`.
  ///
  /// Equal properties have equal definitions, so a definition can be kept and compared as text.
  public var definition: String { "\(name.asName): \(kindDefinition)" }

  /// The definition without the name: `Integer? in 0...150`.
  public var kindDefinition: String {
    var parts = [kind.definition + (isOptional ? "?" : "")]
    if isKey { parts.append("key") }
    if isUnique { parts.append("unique") }
    if let range { parts.append("in \(range)") }
    if let length { parts.append("length \(length)") }
    if let pattern { parts.append("matching \(pattern)") }
    if let onDelete { parts.append("on delete \(onDelete.rawValue)") }
    if let computation { parts.append(":= (\(computation))") }
    switch givenDefault {
    case .value(.text(let name)) where kind.isChoice: parts.append("= \(name.asChoice)")
    case .value(let value): parts.append("= \(kind.definitionLiteral(value))")
    case .today: parts.append("= today")
    case .now: parts.append("= now")
    case nil: break
    }
    if let unit { parts.append("unit \(Value.text(unit).literal)") }
    if isGrouped { parts.append("grouped") }
    return parts.joined(separator: " ")
  }
}

extension PropertyKind {
  fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }

  /// A value as a definition writes it.
  fileprivate func definitionLiteral(_ value: Value) -> String {
    guard case .list(let kind) = self, kind.isChoice, case .list(let items) = value else {
      return value.literal
    }
    return "[" + items.map(\.description.asChoice).joined(separator: ", ") + "]"
  }

  /// The kind with its arguments, as a definition writes them.
  var definition: String {
    var arguments: [String] = []
    switch self {
    case .decimal(let integer, let fraction):
      if let integer { arguments.append("integer: \(integer)") }
      if let fraction {
        let isOne = fraction.lowerBound == fraction.upperBound
        arguments.append(
          "fraction: \(fraction.lowerBound)" + (isOne ? "" : "...\(fraction.upperBound)"))
      }
    case .choice(let names): arguments = names.map(\.asChoice)
    case .hex(let digits): arguments = [String(digits)]
    case .mask(let mask): arguments = [Value.text(mask.pattern).literal]
    case .list(let kind): return "[\(kind.definition)]"
    case .text, .integer, .double, .boolean, .date, .dateTime, .card, .reference, .records: break
    }
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }
}

extension String {
  /// The text as a command writes a name: in backticks where it is not a plain one, and a backtick
  /// in it doubled.
  public var asName: String {
    guard !isPlainName else { return self }
    let scalars = unicodeScalars
    var result = String.UnicodeScalarView(["`"])
    for scalar in scalars {
      if scalar == "`" { result.append("`") }
      result.append(scalar)
    }
    result.append("`")
    return String(result)
  }

  /// The text as a definition writes the name of a choice: bare where it is a plain name.
  var asChoice: String { isPlainName ? self : Value.text(self).literal }

  private var isPlainName: Bool {
    let scalars = unicodeScalars
    return scalars.first?.isNameStart == true
      && scalars.allSatisfy { $0.isNameStart || $0.isNameDigit }
      && !Self.wordsOfValues.contains(self)
  }

  /// The words that stand for values and are never names.
  private static let wordsOfValues: Set<String> = ["nil", "true", "false"]
}

extension Unicode.Scalar {
  fileprivate var isNameStart: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: self == "_"
    }
  }

  fileprivate var isNameDigit: Bool { properties.generalCategory == .decimalNumber }
}
