internal import Records

/// Types as a Mermaid entity-relationship diagram.
///
/// References and lists of references are dashed lines. An owned list is a solid line, because its
/// records are deleted with their owner. An inverse shares the line of its property; the label has
/// both names.
struct SchemaDiagram {
  private let types: [RecordType]

  init(of types: [RecordType]) { self.types = types }

  var text: String {
    var lines = ["erDiagram"]
    for type in types {
      // Some versions reject an empty block.
      if type.properties.isEmpty {
        lines.append("  \(Self.quoted(type.name))")
      } else {
        lines.append("  \(Self.quoted(type.name)) {")
        lines += type.properties.map { "    " + Self.attribute($0) }
        lines.append("  }")
      }
    }
    for type in types {
      lines += type.properties.compactMap { relation($0, of: type) }
    }
    return lines.joined(separator: "\n")
  }

  private static func attribute(_ property: Property) -> String {
    let kind = property.kind.item.map { word($0.name) + "[]" } ?? word(property.kind.name)
    let name = word(property.name)
    var parts = [kind, name]
    let keys = [
      property.isKey ? "PK" : nil, property.kind.isReference ? "FK" : nil,
      property.isUnique ? "UK" : nil,
    ].compactMap { $0 }
    if !keys.isEmpty { parts.append(keys.joined(separator: ", ")) }
    var words: [String] = []
    if name != property.name { words.append("\(property.name):") }
    let definition = shown(property).kindDefinition
    if definition != kind || !words.isEmpty { words.append(definition) }
    if property.isComputed { words.append("computed") }
    if !words.isEmpty { parts.append(quoted(words.joined(separator: " "))) }
    return parts.joined(separator: " ")
  }

  /// Drops the clauses that the diagram shows elsewhere, such as `key`, or not at all.
  private static func shown(_ property: Property) -> Property {
    var shown = property
    (shown.isKey, shown.isUnique, shown.isTitle) = (false, false, false)
    (shown.pattern, shown.computation, shown.givenDefault) = (nil, nil, nil)
    return shown
  }

  private func relation(_ property: Property, of type: RecordType) -> String? {
    guard let other = property.kind.recordType, property.inverse == nil else { return nil }
    let line =
      if property.ownsRecords {
        "|o--o{"
      } else if property.refersToMany {
        "}o..o{"
      } else {
        (property.isUnique ? "|o" : "}o") + ".." + (property.isOptional ? "o|" : "||")
      }
    let names = [property.name] + inverses(of: property.name, of: type.name, in: other)
    return "  \(Self.quoted(type.name)) \(line) \(Self.quoted(other)) : "
      + Self.quoted(names.joined(separator: " / "))
  }

  private func inverses(of property: String, of type: String, in other: String) -> [String] {
    types.filter { $0.name == other }.flatMap(\.properties)
      .filter { $0.inverse == property && $0.kind.recordType == type }.map(\.name)
  }

  /// Mermaid writes `#37;` for a percent sign.
  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      if scalar.isControl { return " " }
      let isPlain =
        scalar.value >= 0x80 || scalar.isLetter || scalar.isPlainDigit
        || " _-.,:()[]/+=?!'".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "#\(scalar.value);"
    }
    return "\"\(scalars.joined())\""
  }

  /// Mermaid kinds and properties cannot be quoted.
  private static func word(_ name: String) -> String {
    var word = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          // Scalars above U+FFFF are surrogate pairs in JavaScript.
          let isForeign = 0xC0...0xFFFF ~= scalar.value && scalar.isLetter
          return isForeign || scalar.isASCII && scalar.isLetter || scalar.isPlainDigit
            ? scalar : "_"
        }))
    let isKey = ["pk", "fk", "uk"].contains { key in
      let rest = word.dropFirst(key.count).unicodeScalars.first
      let goesOn = rest.map { $0.isASCII } ?? false
      return word.prefix(key.count).lowercased() == key && !goesOn
    }
    if isKey || word.unicodeScalars.first?.isPlainDigit == true { word = "_" + word }
    return word
  }
}
