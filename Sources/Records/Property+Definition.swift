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
    if let givenDefault { parts.append("= \(givenDefault.literal)") }
    return parts.joined(separator: " ")
  }
}

extension PropertyKind {
  /// The kind with its arguments, as a definition writes them.
  var definition: String {
    guard case .decimal(let integer, let fraction) = self else { return name }
    var arguments: [String] = []
    if let integer { arguments.append("integer: \(integer)") }
    if let fraction {
      let isOne = fraction.lowerBound == fraction.upperBound
      arguments.append(
        "fraction: \(fraction.lowerBound)" + (isOne ? "" : "...\(fraction.upperBound)"))
    }
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }
}

extension String {
  /// The text as a command writes a name: in backticks where it is not a plain one, and a backtick
  /// in it doubled.
  public var asName: String {
    let scalars = unicodeScalars
    let isPlain =
      scalars.first?.isNameStart == true && scalars.allSatisfy { $0.isNameStart || $0.isNameDigit }
    guard !isPlain || Self.wordsOfValues.contains(self) else { return self }
    var result = String.UnicodeScalarView(["`"])
    for scalar in scalars {
      if scalar == "`" { result.append("`") }
      result.append(scalar)
    }
    result.append("`")
    return String(result)
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
