internal import CommandLanguage
internal import RecordStore
internal import Records

struct AlterCommand: Command {
  static let verb = Verb(
    "alter",
    usage: "alter TYPE { add NAME: KIND … [using (EXPRESSION)]; rename NAME to NAME; "
      + "change NAME: KIND … [using (EXPRESSION)]; drop NAME; … }",
    summary:
      "Changes the properties of a type and converts the values of its records. If some do not "
      + "fit, they are listed and nothing changes; `using` computes a value for every record.",
    examples: [
      "alter Person { add email: Text?, rename age to years }",
      "alter Person { change age: Integer? in 0...200 }",
      "alter Review { change rating: Integer in 1...10 using (rating * 2) }",
      "alter Review { add half: Double using (rating / 2.0) }",
      "alter Tagged { drop day }",
    ],
    changesRecords: true)

  var type: Name
  var alterations: [AlterationSyntax]

  init(parsing parser: inout Parser) throws(SyntaxError) {
    type = try parser.name("a type", .type)
    alterations = try parser.alterations(of: type)
  }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(type)
    guard !alterations.isEmpty else {
      session.say(.notice("nothing to change in \(type.name.asName)"))
      return
    }
    try session.editing.finishEditings(of: nil)
    var steps: [Alteration] = []
    var defined: [(Property, PropertySyntax)] = []
    for syntax in alterations {
      let step = try step(syntax, in: session)
      let conversion = try conversion(syntax, of: type, in: session)
      switch step {
      case .add(let property), .change(let property):
        if let definition = syntax.property { defined.append((property, definition)) }
      case .rename, .drop: break
      }
      steps.append(Alteration(step, using: conversion))
    }
    try session.resolver.checkLengths(defined)
    try session.resolver.checkDefaults(defined)
    let names = alterations.map(\.name) + alterations.compactMap(\.nextName)
    let spans = Dictionary(
      names.map { ($0.value, $0.span) }, uniquingKeysWith: { first, _ in first })
    let present = session.resolver.present
    var count = 0
    try session.transactions.together { () throws(Diagnostic) in
      count = try session.transactions.change(
        session.store.alter(type.name, steps, at: present), at: self.type.span, values: spans,
        as: .schema)
      let renames = Renames(alterations, of: type)
      try session.views.follow(renames, in: session)
      try session.layouts.follow(renames, in: session)
    }
    if count > 0 {
      session.say(.notice("\(count.count("value")) of \(type.name) changed"))
    }
  }

  private func step(
    _ syntax: AlterationSyntax, in session: Session
  ) throws(Diagnostic) -> Alteration.Step {
    let zoneOffset = session.configuration.zoneOffset
    if let computed = syntax.property?.computed {
      _ = try Expression(sessionless: computed, of: "a computed property")
    }
    switch syntax.step {
    case .add(let property): return .add(try Property(property, zoneOffset: zoneOffset))
    case .change(let property): return .change(try Property(property, zoneOffset: zoneOffset))
    case .rename(let name, let next): return .rename(name.value, to: next.value)
    case .drop(let name): return .drop(name.value)
    }
  }

  private func conversion(
    _ syntax: AlterationSyntax, of type: RecordType, in session: Session
  ) throws(Diagnostic) -> Expression? {
    guard let conversion = syntax.conversion else { return nil }
    let expression = try Expression(sessionless: conversion, of: "using")
    do throws(StoreError) {
      _ = try session.store.compile(expression, for: type.name)
    } catch {
      throw Diagnostic(error, tokens: conversion.tokens).at(conversion.span)
    }
    return expression
  }
}

extension Renames {
  /// The names that an `alter` gives to properties.
  fileprivate init(_ alterations: [AlterationSyntax], of type: RecordType) {
    var current = Dictionary(
      uniqueKeysWithValues: type.properties.map { ($0.name, $0.name) })
    for alteration in alterations {
      guard case .rename(let name, let next) = alteration.step,
        let first = current.first(where: { $0.value == name.value })?.key
      else { continue }
      current[first] = next.value
    }
    self.init(current.filter { $0.key != $0.value })
  }
}
