internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct AlterCommand: Command {
  static let verb = Verb(
    "alter",
    usage: "alter TYPE { add NAME: KIND … [using (EXPRESSION)]; rename NAME to NAME; "
      + "change NAME: KIND … [using (EXPRESSION)]; drop NAME; … }",
    summary:
      "Changes the properties of a type and converts the values of its records. If some values "
      + "do not fit, they are listed and nothing is changed. `using` computes a value for "
      + "every record.",
    examples: [
      "alter Person { add email: Text?, rename age to years }",
      "alter Person { change age: Integer? in 0...200 }",
      "alter Review { change rating: Integer in 1...10 using (rating * 2) }",
      "alter Review { add half: Double using (rating / 2.0) }",
      "alter Tagged { drop day }",
    ],
    changesRecords: true, mayRunLong: true)

  var type: Name
  var alterations: [AlterationSyntax]

  init(parsing parser: inout Parser) throws(SyntaxError) {
    type = try parser.name("a type", .type)
    alterations = try parser.alterations(of: type)
  }

  var content: CommandContent? { .alteration(of: type, alterations) }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(type)
    guard !alterations.isEmpty else {
      session.say(.notice("nothing to change in \(type.name.asName)"))
      return
    }
    try inWorkspace(session.workspace.editing.finishEditings(of: nil))
    var steps: [Alteration] = []
    var defined: [(Property, PropertySyntax)] = []
    for syntax in alterations {
      let step = try step(syntax, of: type, in: session)
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
    func agrees(to question: String) throws(Diagnostic) -> Bool {
      try session.transactions.agrees(to: question, otherwise: "nothing was changed")
    }
    let losses = try losses(of: type, in: session)
    let present = session.resolver.present
    func alter(_ tx: borrowing WriteTransaction) throws(StoreError) -> Int {
      try tx.alter(type.name, steps, at: present, zoneOffset: session.configuration.zoneOffset)
    }
    if let losses {
      if session.transactions.asks {
        try session.transactions.rehearse(at: self.type.span, values: spans) {
          tx throws(StoreError) in _ = try alter(tx)
        }
      }
      guard try agrees(to: "drop \(losses)?") else { return }
    }
    func emptied() throws(Diagnostic) -> [String] {
      try attempt(
        session.store.schema.countEmptied(
          type.name, steps, at: present, zoneOffset: session.configuration.zoneOffset),
        at: self.type.span
      ).map { "\($0.count.count("value")) of \(type.name.asName).\($0.property.asName)" }
    }
    if session.transactions.asks {
      let emptied = try emptied().joined(separator: " and ")
      if !emptied.isEmpty, try !agrees(to: "empty \(emptied)?") { return }
    }
    var emptiedValues: [String] = []
    let former = session.store.schema.propertyNumbers(of: type.name)
    var count = 0
    try session.transactions.asOneTransaction { () throws(Diagnostic) in
      emptiedValues = try emptied()
      count = try session.transactions.change(
        at: self.type.span, values: spans, as: .schema
      ) { tx throws(StoreError) in try alter(tx) }
      try follow(former, in: session)
    }
    if count > 0 {
      session.say(.notice("\(count.count("value")) of \(type.name) changed"))
    }
    if !emptiedValues.isEmpty {
      session.say(.notice("\(emptiedValues.joined(separator: " and ")) emptied"))
    }
    if let losses { session.say(.notice("\(losses) dropped")) }
  }

  private func losses(of type: RecordType, in session: Session) throws(Diagnostic) -> String? {
    var losses: [String] = []
    var former = Dictionary(uniqueKeysWithValues: type.properties.map { ($0.name, $0.name) })
    for alteration in alterations {
      switch alteration.step {
      case .add, .change: continue
      case .rename(let name, let next):
        former[next.value] = former.removeValue(forKey: name.value)
      case .drop(let name):
        guard let property = former.removeValue(forKey: name.value) else { continue }
        let count = try attempt(
          session.store.schema.countValues(of: property, in: type.name), at: name.span)
        guard count > 0 else { continue }
        losses.append("\(count.count("value")) of \(type.name.asName).\(property.asName)")
      }
    }
    return losses.isEmpty ? nil : losses.joined(separator: " and ")
  }

  /// If names are reused or swapped, properties first get temporary names, because definitions
  /// refer to properties by name.
  ///
  /// - Parameter former: The property numbers by name, before the change.
  private func follow(_ former: [String: Int], in session: Session) throws(Diagnostic) {
    let next = session.store.schema.propertyNumbers(of: type.value)
    let reused = next.filter { name, number in former[name].map { $0 != number } ?? false }
    guard !reused.isEmpty else {
      return try follow(Renames(from: former, to: next), former, in: session)
    }
    var passing: [String: String] = [:]
    for name in reused.keys.sorted() {
      var free = name + "_"
      while next.keys.contains(where: { $0.lowercased() == free.lowercased() }) { free += "_" }
      passing[name] = free
    }
    try rename(passing.map { ($0, $1) }, in: session)
    let numbers = session.store.schema.propertyNumbers(of: type.value)
    try follow(Renames(from: former, to: numbers), former, in: session)
    try rename(passing.map { ($1, $0) }, in: session)
    try follow(Renames(from: numbers, to: next), former, in: session)
  }

  private func follow(
    _ renames: Renames, _ former: [String: Int], in session: Session
  ) throws(Diagnostic) {
    let altered = former["number"] == nil ? nil : type.value
    try session.views.follow(renames, altered: altered)
    try session.layouts.follow(renames)
    try session.keptCommands.follow(renames, of: type.value)
  }

  private func rename(
    _ names: [(String, String)], in session: Session
  ) throws(Diagnostic) {
    let steps = names.map { Alteration(.rename($0, to: $1)) }
    _ = try session.transactions.change(at: type.span, as: .schema) { tx throws(StoreError) in
      try tx.alter(type.value, steps, at: nil)
    }
  }

  private func step(
    _ syntax: AlterationSyntax, of type: RecordType, in session: Session
  ) throws(Diagnostic) -> Alteration.Step {
    let zoneOffset = session.configuration.zoneOffset
    if let property = syntax.property, let formula = property.formula {
      _ = try RecordExpression(sessionless: formula, of: property.ownerOfFormula)
    }
    func property(_ syntax: PropertySyntax) throws(Diagnostic) -> Property {
      let property = try Property(syntax, zoneOffset: zoneOffset)
      if let type = property.kind.recordType, !session.store.schema.hasType(named: type),
        let meant = PropertyKind.meant(by: type)
      {
        throw Diagnostic(
          .name, RecordType.missing(type), at: syntax.kind.span,
          hint: "did you mean \"\(meant)\"?", candidates: [meant])
      }
      return try session.resolver.fixingMoments(of: property, syntax, in: type)
    }
    switch syntax.step {
    case .add(let syntax): return .add(try property(syntax))
    case .change(let syntax): return .change(try property(syntax))
    case .rename(let name, let next): return .rename(name.value, to: next.value)
    case .drop(let name): return .drop(name.value)
    }
  }

  private func conversion(
    _ syntax: AlterationSyntax, of type: RecordType, in session: Session
  ) throws(Diagnostic) -> RecordExpression? {
    guard let conversion = syntax.conversion else { return nil }
    let expression = try RecordExpression(
      sessionless: conversion, of: "using", zoneOffset: session.configuration.zoneOffset)
    do throws(StoreError) {
      _ = try session.store.queries.compile(expression, for: type.name)
    } catch {
      throw Diagnostic(error, tokens: conversion.tokens).at(conversion.span)
    }
    // Compiled here, because only the session checks references to records in the expression.
    _ = try session.resolver.compile(conversion, for: type) { _ in (0, nil) }
    return expression
  }
}
