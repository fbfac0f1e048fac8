internal import Values

/// What `define` says.
public struct DefineSyntax: Hashable, Sendable {
  /// The type.
  public var type: Name
  /// Its properties in the order they are listed.
  public var properties: [PropertySyntax]

  /// Makes the definition of `type`.
  public init(type: Name, properties: [PropertySyntax]) {
    self.type = type
    self.properties = properties
  }
}

extension Verb {
  static let define = Verb(
    "define",
    synopsis: "define TYPE { NAME: KIND[?] [key] [unique] [in A...B] [length A...B] "
      + "[matching /PATTERN/] [= VALUE] [unit \"TEXT\"] [grouped] "
      + "[on delete refuse|clear|cascade] [:= (EXPRESSION)] … }",
    summary: "Defines a type of records and the properties they have; the kind of a reference is a "
      + "type, that of a list stands in `[` and `]`.",
    examples: [
      "define Person { name: Text key, age: Integer? in 0...150 }",
      "define Item { price: Decimal(integer: 8, fraction: 2) = 0, sold: Boolean }",
      "define Member { role: Choice(admin, reader) = reader, joined: Date = today }",
      "define Plate { text: Text matching /[A-Z]{2}-[0-9]{4}/, weight: Integer unit \"kg\" grouped }",
      "define Team { boss: Person? on delete clear, tags: [Text], days: [Date] }",
      "define Sale { net: Double, gross: Double := (net * 1.19) }",
    ],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .define(try parser.define())
  }
}

extension Parser {
  fileprivate mutating func define() throws(SyntaxError) -> DefineSyntax {
    let type = try name("a name for the type")
    let end = try open("{")
    var properties: [PropertySyntax] = []
    // Names are the same when their scalars are, which texts of Swift do not ask for.
    var seen: Set<[UInt8]> = []
    skipPropertySeparators()
    defer { noteOperands(properties) }
    while index != end {
      let property = try property(of: type)
      if !seen.insert(Array(property.name.value.utf8)).inserted {
        throw SyntaxError(
          .name, at: property.name.span, "\"\(property.name.value)\" is defined twice here")
      }
      properties.append(property)
      let isSeparated = current?.kind.isSeparator ?? false || isAt(",")
      skipPropertySeparators()
      guard isSeparated || isAtPropertyStart || index == end else {
        throw unexpected("a property such as \"age: Integer\"")
      }
    }
    try close("}")
    return DefineSyntax(type: type, properties: properties)
  }

  /// Notes the properties that have been read if the caret stands where an expression about the
  /// type wants one: nobody else knows them yet.
  private func noteOperands(_ properties: [PropertySyntax]) {
    guard let recorder else { return }
    let isWanted = recorder.alternatives.contains { expectation in
      if case .operand = expectation { true } else { false }
    }
    guard isWanted else { return }
    // Nothing is computed from lists.
    for property in properties where !property.kind.value.isList {
      recorder.note(.definedOperand(property.name.value))
    }
  }

  private mutating func skipPropertySeparators() {
    while isAt(",") || current?.kind.isSeparator ?? false { advance() }
  }
}
