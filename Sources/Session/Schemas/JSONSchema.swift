internal import RecordStore
internal import Records
internal import Replies

/// A JSON Schema (2020-12) of the records that `list` and `show` print with `--json`.
///
/// Every valid record matches. The descriptions contain the constraints that a schema cannot
/// express, for example that a key is unique, or the range of a decimal, which is a text in JSON.
struct JSONSchema {
  private let types: [(type: RecordType, rules: [Rule])]

  init(of store: Store) {
    types = store.schema.types.map { ($0, store.schema.rules(of: $0.name)) }
  }

  var datum: Datum {
    let references = types.map { type, _ in
      Datum.object([Datum.Entry("$ref", .text("#/$defs/" + type.name.asPointer))])
    }
    return .object([
      Datum.Entry("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      Datum.Entry("description", .text("A record in the format of list --json and show --json.")),
      // `anyOf` must not be empty.
      references.isEmpty
        ? Datum.Entry("not", .object([])) : Datum.Entry("anyOf", .list(references)),
      Datum.Entry(
        "$defs",
        .object(types.map { Datum.Entry($0.type.name, schema(of: $0.type, $0.rules)) })),
    ])
  }

  private func schema(of type: RecordType, _ rules: [Rule]) -> Datum {
    // Some validators treat a property named `$id` as the keyword.
    let (plain, signed) = (
      type.properties.filter { !$0.name.hasPrefix("$") },
      type.properties.filter { $0.name.hasPrefix("$") }
    )
    // `show` prints the owner too.
    let owners = OwningList.lists(owning: type.name, among: types.map(\.type)).compactMap { list in
      list.givenName.map { name in
        Datum.Entry(
          name,
          .object(
            Self.reference(to: list.owner).map(\.orNull) + [
              Datum.Entry("readOnly", .boolean(true))
            ]))
      }
    }
    let properties = plain.map { Datum.Entry($0.name, Self.schema(of: $0)) } + owners
    let names = ["ref"] + type.properties.map(\.name)
    var entries = [Datum.Entry("type", .text("object"))]
    if !rules.isEmpty {
      let lines = rules.map(\.definition).joined(separator: "\n")
      entries.append(Datum.Entry("description", .text(lines)))
    }
    let address = Datum.Entry("ref", .object(Self.reference(to: type.name)))
    entries.append(Datum.Entry("properties", .object([address] + properties)))
    if !signed.isEmpty {
      let patterns = signed.map { property in
        Datum.Entry("^\(PortablePattern.literal(property.name))$", Self.schema(of: property))
      }
      entries.append(Datum.Entry("patternProperties", .object(patterns)))
    }
    entries.append(Datum.Entry("required", .list(names.map(Datum.text))))
    entries.append(Datum.Entry("additionalProperties", .boolean(false)))
    return .object(entries)
  }

  private static func schema(of property: Property) -> Datum {
    var entries = [Datum.Entry("description", .text(property.kindDefinition))]
    entries += values(of: property)
    // A computed property is null if it cannot be calculated.
    if property.isOptional || property.isComputed { entries = entries.map(\.orNull) }
    if property.isStored, !property.kind.isMasked, let value = property.defaultValue {
      entries.append(Datum.Entry("default", Datum(value, of: property)))
    }
    if property.isComputed || property.inverse != nil {
      entries.append(Datum.Entry("readOnly", .boolean(true)))
    }
    return .object(entries)
  }

  private static func values(of property: Property) -> [Datum.Entry] {
    switch property.kind.storage {
    case .integer: type("integer") + range(of: property)
    case .double: type("number") + range(of: property)
    case .boolean: type("boolean")
    case .decimal, .percent: type("string") + pattern(number(of: property))
    case .text, .written, .seconds: type("string") + form(of: property)
    case .reference(let name): reference(to: name)
    case .list:
      type("array") + (property.item.map { [Datum.Entry("items", .object(values(of: $0)))] } ?? [])
    case .records(let name):
      type("array") + [
        Datum.Entry("items", .object(reference(to: name))),
        Datum.Entry("uniqueItems", .boolean(true)),
      ]
    }
  }

  private static func type(_ name: String) -> [Datum.Entry] {
    [Datum.Entry("type", .text(name))]
  }

  private static func pattern(_ expression: String) -> [Datum.Entry] {
    [Datum.Entry("pattern", .text("^\(expression)$"))]
  }

  private static func reference(to type: String) -> [Datum.Entry] {
    self.type("string") + pattern(PortablePattern.literal(type.asName) + "/[0-9]+")
  }

  private static func range(of property: Property) -> [Datum.Entry] {
    let bounds = [
      ("minimum", property.range?.lowerBound), ("maximum", property.range?.upperBound),
    ]
    return bounds.compactMap { key, bound in
      bound.map { Datum.Entry(key, Datum($0, of: property)) }
    }
  }

  private static func form(of property: Property) -> [Datum.Entry] {
    // A computed property has no limits on its text.
    if property.isComputed { return [] }
    var entries: [Datum.Entry] = []
    switch property.kind.writtenForm {
    case .any: break
    case .names(let names): return [Datum.Entry("enum", .list(names.map(Datum.text)))]
    case .pattern(let expression, let format):
      entries += pattern(expression)
      if let format { entries.append(Datum.Entry("format", .text(format))) }
    }
    if let expression = property.pattern?.portable { entries += pattern(expression) }
    // A character has one or more scalars, and JSON Schema counts scalars.
    let least = max(property.length?.minimum ?? 0, property.isKey ? 1 : 0)
    if least > 0 { entries.append(Datum.Entry("minLength", .integer(least))) }
    if let most = property.length?.maximum {
      entries.append(
        Datum.Entry(
          "anyOf",
          .list([
            .object([Datum.Entry("maxLength", .integer(most))]),
            // A limit in characters applies to scalars only if the text is ASCII.
            .object([Datum.Entry("pattern", .text("[^ -}]"))]),
          ])))
    }
    return entries
  }

  /// Percentages are fractions in JSON.
  private static func number(of property: Property) -> String {
    // A computed number can have more digits.
    guard !property.isComputed, let digits = property.decimalDigits else {
      return "-?[0-9]+(?:\\.[0-9]+)?"
    }
    let isPercent = property.kind.storage == .percent
    let moved = isPercent ? 2 : 0
    let whole = max(1, digits.integer - moved)
    let (fewest, most) = (digits.fraction.lowerBound + moved, digits.fraction.upperBound + moved)
    let isNegative = property.range?.lowerBound?.writtenNumber?.isNegative ?? true
    let sign = isNegative ? "-?" : ""
    let integer = whole == 1 ? "[0-9]" : "(?:0|[1-9][0-9]{0,\(whole - 1)})"
    let least = max(1, fewest)
    let fraction = "\\.[0-9]{" + (least == most ? "\(most)}" : "\(least),\(most)}")
    return sign + integer + (most == 0 ? "" : fewest == 0 ? "(?:\(fraction))?" : fraction)
  }
}

extension Datum.Entry {
  fileprivate var orNull: Datum.Entry {
    switch (key, value) {
    case ("type", let type): Datum.Entry(key, .list([type, .text("null")]))
    case ("enum", .list(let names)): Datum.Entry(key, .list(names + [.null]))
    default: self
    }
  }
}

extension String {
  /// The text as one step of a JSON pointer (RFC 6901) in a URI.
  fileprivate var asPointer: String {
    let steps = replacing("~", with: "~0").replacing("/", with: "~1")
    return steps.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        scalar.isLetter || scalar.isPlainDigit || "-._~".unicodeScalars.contains(scalar)
      {
        return String(scalar)
      }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
