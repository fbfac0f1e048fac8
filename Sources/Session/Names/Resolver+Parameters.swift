internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

extension Resolver {
  /// Binds the parameters, in order, to the given values and then to their defaults, up to the
  /// first parameter without a default.
  ///
  /// - Precondition: There are at most as many values as parameters.
  func bindings(
    of command: UserCommand, to given: [Spanned<ValueSyntax>]
  ) throws(Diagnostic) -> [Binding] {
    var bindings: [Binding] = []
    for (place, parameter) in command.parameters.enumerated() {
      if place < given.count {
        bindings.append(try binding(of: parameter, to: given[place]))
      } else if let binding = try self.default(of: parameter) {
        bindings.append(binding)
      } else {
        break
      }
    }
    return bindings
  }

  func `default`(of parameter: UserCommand.Parameter) throws(Diagnostic) -> Binding? {
    guard let definition = parameter.definition else { return nil }
    if let initial = definition.initial {
      let given = Spanned(initial.value, at: .nowhere)
      return try binding(of: parameter, to: given)
    }
    return definition.isOptional ? .value(nil, of: nil) : nil
  }

  func binding(
    of parameter: UserCommand.Parameter, to given: Spanned<ValueSyntax>
  ) throws(Diagnostic) -> Binding {
    guard let definition = parameter.definition else { return try binding(given) }
    let property = try Property(definition, zoneOffset: zoneOffset)
    guard let name = property.kind.recordType else {
      return Binding(try value(given, for: property), of: property)
    }
    if case .nothing = given.value, property.isOptional { return .value(nil, of: nil) }
    let type = try type(Name(name, at: given.span))
    let binding: Binding
    switch given.value {
    case .number(let text), .text(let text), .word(let text):
      if case .word = given.value, case .record(let id)? = names[text] {
        binding = .record(id)
      } else {
        binding = .record(try record(of: type, foundBy: text, at: given.span))
      }
    default: binding = try self.binding(given)
    }
    switch binding {
    case .record(let id) where id.type == type.name: return binding
    case .value(.reference(let id)?, _) where id.type == type.name: return .record(id)
    case .value(.text(let text)?, _):
      return .record(try record(of: type, foundBy: text, at: given.span))
    case .value(.integer(let number)?, _):
      return .record(try record(of: type, foundBy: String(number), at: given.span))
    case .value(nil, _) where property.isOptional: return binding
    default:
      let found = binding.records.first.map { "\($0)" } ?? "a value"
      throw Diagnostic(
        .value, "\(parameter.name.asName) must be a \(type.name.asName), not \(found)",
        at: given.span)
    }
  }

  /// Finds a record by its key, a unique property or its title. The whole text must match.
  ///
  /// In texts, digits are characters: `007` does not match `7`.
  func record(
    of type: RecordType, foundBy text: String, at span: SourceSpan
  ) throws(Diagnostic) -> RecordID {
    var found: [(id: RecordID, by: String)] = []
    func add(_ number: Int?, by property: Property) {
      guard let number, !found.contains(where: { $0.id.number == number }) else { return }
      found.append((RecordID(type.name, number), property.name))
    }
    let text = text.withoutOuterSpace.nfc
    for property in type.properties where property.isDistinct && !property.isComputed {
      guard let value = try? property.kind.parsing(text) else { continue }
      let number =
        property.isKey
        ? try attempt(store.queries.find(type.name, key: property.trimmed(value)), at: span)
        : try attempt(store.queries.holder(of: value, of: property.name, in: type.name), at: span)
      add(number, by: property)
    }
    if let title = type.title {
      for number in try attempt(store.queries.records(of: type, titled: text), at: span) {
        add(number, by: title)
      }
    }
    guard let first = found.first else {
      let name = type.name.asName
      throw Diagnostic(
        .name,
        "no \(name) has \(Value.text(text).literal) as its key, title or unique property", at: span)
    }
    guard found.count == 1 else {
      let both = found.prefix(2).map { "\($0.id) by \($0.by.asName)" }.listed(with: "and")
      throw Diagnostic(
        .name, "\(Value.text(text).literal) is ambiguous: it matches \(both)", at: span
      )
    }
    return first.id
  }
}

extension Queries {
  func records(of type: RecordType, titled text: String) throws(StoreError) -> [Int] {
    guard let title = type.title else { return [] }
    var query = RecordQuery(type.name, limit: 2)
    query.condition = try compile(
      RecordExpression([.quotedName(title.name), .symbol("="), .text(text)]), for: type.name)
    let records = try select(query)
    var numbers: [Int] = []
    while let record = try records.next() { numbers.append(record.number) }
    return numbers
  }
}
