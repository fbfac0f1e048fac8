extension Property {
  /// The property in the syntax of `define`: `age: Integer? in 0...150`.
  ///
  /// Equal properties have equal definitions, so definitions can be stored and compared as text.
  public var definition: String { "\(name.asName): \(kindDefinition)" }

  /// The definition without the name: `Integer? in 0...150`.
  public var kindDefinition: String {
    var parts = [kind.definition + (isOptional ? "?" : "")]
    if isKey { parts.append("key") }
    if isTitle { parts.append("title") }
    if isUnique { parts.append("unique") }
    if let range { parts.append("in \(range)") }
    if let length { parts.append("length \(length)") }
    if let pattern { parts.append("matching \(pattern)") }
    switch listRole {
    case .refers: break
    case .owns: parts.append("owned")
    case .inverse(let property): parts.append("by \(property.asName)")
    }
    if let onDelete { parts.append("on delete \(onDelete.rawValue)") }
    if let computation { parts.append(":= (\(computation))") }
    switch givenDefault {
    case .value(let value): parts.append("= \(kind.definitionLiteral(value))")
    case .today: parts.append("= today")
    case .now: parts.append("= now")
    case nil: break
    }
    if let unit { parts.append("unit \(Value.text(unit).literal)") }
    if let prefix { parts.append("prefix \(Value.text(prefix).literal)") }
    if isGrouped { parts.append("grouped") }
    return parts.joined(separator: " ")
  }
}
