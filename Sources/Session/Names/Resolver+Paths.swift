internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

extension Resolver {
  /// A path that stays valid after the current block.
  func lasting(_ path: PathSyntax) -> PathSyntax {
    var path = path
    path.record = lasting(path.record)
    return path
  }

  func lasting(_ record: Spanned<RecordSyntax>) -> Spanned<RecordSyntax> {
    guard case .name(let name) = record.value, names.isLocal(name.value),
      case .record(let id) = names[name.value]
    else { return record }
    return Spanned(.id(type: Name(id.type, at: name.span), number: id.number), at: record.span)
  }

  /// The target of a path.
  ///
  /// - Parameter isWritten: Whether the property will be written, so that the store will report a
  ///   missing record.
  /// - Throws: ``Diagnostic`` at the step that leads nowhere.
  func place(_ path: PathSyntax, isWritten: Bool = false) throws(Diagnostic) -> PropertyPlace {
    switch try reached(path, isWritten: isWritten) {
    case .place(let place): return place
    case .gap(let error): throw error
    }
  }

  /// The value of a path with its property; nil if a reference on the way is nil.
  func reading(_ path: PathSyntax) throws(Diagnostic) -> (value: Value?, property: Property) {
    switch try reached(path, isWritten: false) {
    case .place(let place):
      return (try value(place.property, of: place.record, at: path.span), place.property)
    case .gap: return (nil, try target(of: path, from: try record(path.record)))
    }
  }

  /// The target of a path, or the error for a nil reference on the way.
  private enum Reached {
    case place(PropertyPlace)
    case gap(Diagnostic)
  }

  private func reached(_ path: PathSyntax, isWritten: Bool) throws(Diagnostic) -> Reached {
    var id = try record(path.record, isSought: !isWritten || path.steps.count > 1)
    if path.isPlain { return .place(try place(of: path.steps[0].name, of: id, at: path.span)) }
    // Check the types first, because a nil reference can end the path early.
    _ = try target(of: path, from: id)
    for (number, step) in path.steps.enumerated() {
      var place = try place(of: step.name, of: id, at: path.span)
      if let index = step.index { place.index = try item(index, of: place, at: step) }
      guard number < path.steps.count - 1 else { return .place(place) }
      guard let next = try next(place, at: step) else {
        let (written, name) = (place.property.name.asName, path.steps[number + 1].name)
        return .gap(
          Diagnostic(
            .name, "\(place.record).\(written) is nil and has no \"\(name.value)\"",
            at: name.span))
      }
      id = next
    }
    preconditionFailure("a path has a property at its end")
  }

  private func place(
    of name: Name, of id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) -> PropertyPlace {
    guard let type = store.schema.type(named: id.type) else {
      throw Diagnostic(.name, "there is no \(id)", at: span)
    }
    return PropertyPlace(record: id, property: try property(name, of: type))
  }

  /// The property or item type at the end of a path, derived from the types on the way.
  func target(of path: PathSyntax) throws(Diagnostic) -> Property {
    try target(of: path, from: try record(path.record))
  }

  func target(
    of path: PathSyntax, from record: RecordID
  ) throws(Diagnostic) -> Property {
    var type = try type(Name(record.type, at: path.record.span))
    for (number, step) in path.steps.enumerated() {
      let property = try property(step.name, of: type)
      let item = step.index == nil ? property : property.item
      guard let item else {
        throw Diagnostic(
          .name, "\(property.name) is of the kind \(property.kind.name) and has no items",
          at: step.index?.span ?? step.name.span)
      }
      guard number < path.steps.count - 1 else { return item }
      let next = path.steps[number + 1].name
      guard let record = item.kind.recordType else {
        throw Diagnostic(
          .name,
          "\(property.name) is a value of the kind \(item.kind.name) and has no \"\(next.value)\"",
          at: next.span)
      }
      guard !item.kind.isList else {
        throw Diagnostic(
          .name,
          "\(property.name) is a list; expected the place of an item, as in "
            + "\(property.name.asName)[0]", at: step.name.span)
      }
      type = try self.type(Name(record, at: step.name.span))
    }
    preconditionFailure("a path has a property at its end")
  }

  /// The property of a stored record that a path leads to; items of lists are refused.
  func property(_ path: PathSyntax) throws(Diagnostic) -> (RecordID, Property) {
    let place = try place(path)
    if place.index != nil {
      throw Diagnostic(
        .refused, "expected a property; \(path.text) is an item of a list", at: path.span)
    }
    if let form = names.form(making: place.record) { throw form.isUnfinished.at(path.span) }
    return (place.record, place.property)
  }

  private func item(
    _ index: Spanned<Int>, of place: PropertyPlace, at step: PathStep
  ) throws(Diagnostic) -> Int {
    let value = try value(place.property, of: place.record, at: step.name.span)
    guard case .list(let items)? = value else {
      throw Diagnostic(.value, "\(place.property.name) holds no list", at: step.name.span)
    }
    return try place.checked(index, in: items)
  }

  private func next(_ place: PropertyPlace, at step: PathStep) throws(Diagnostic) -> RecordID? {
    let property = place.property
    let value = place.part(of: try self.value(property, of: place.record, at: step.name.span))
    guard case .reference(let id)? = value else { return nil }
    guard try exists(id) else {
      throw Diagnostic(
        .name,
        "\(place.record).\(property.name.asName) is \(id), which no longer exists",
        at: step.name.span)
    }
    return id
  }

  /// A subject that follows a path from its first record; the path may be broken, for example by a
  /// nil reference.
  ///
  /// - Parameter toKey: Whether to follow a final reference to the key of its record.
  func subject(_ path: PathSyntax, toKey: Bool) throws(Diagnostic) -> PathSubject {
    let target = try target(of: path)
    let root = try live.record(try record(path.record), at: path.record.span)
    var steps = path.steps.map { PathSubject.Step($0.name.value, at: $0.index?.value) }
    if toKey, let type = target.kind.recordType, !target.kind.isList,
      let key = store.schema.type(named: type)?.key
    {
      steps.append(PathSubject.Step(key.name))
    }
    return live.subject(root, steps)
  }

  /// The subject, property and record that a label on a path shows: a reference by the key of its
  /// record, and for interactive users with its title.
  func shownProperty(
    _ path: PathSyntax
  ) throws(Diagnostic) -> (any Subject, Property, RecordID) {
    let target = try target(of: path)
    let id = try record(path.record)
    let isReference = target.kind.isReference
    guard !path.isPlain || isReference else {
      return (try live.record(id, at: path.span), target, id)
    }
    if isForPerson, isReference, let name = target.kind.recordType,
      let type = store.schema.type(named: name), type.title != nil
    {
      let root = try live.record(id, at: path.record.span)
      let steps = path.steps.map { PathSubject.Step($0.name.value, at: $0.index?.value) }
      let caption = ReferenceCaption(type) { [live] name in
        live.subject(root, steps + (name.map { [PathSubject.Step($0)] } ?? []))
      } find: { [live] id in
        live.find(id)
      }
      return (caption, ReferenceCaption.property, id)
    }
    let subject = try subject(path, toKey: true)
    guard isReference, let type = target.kind.recordType,
      let key = store.schema.type(named: type)?.key
    else { return (subject, target, id) }
    return (subject, key, id)
  }
}

// MARK: - Lists

extension Resolver {
  func list(_ path: PathSyntax) throws(Diagnostic) -> PropertyPlace {
    let place = try place(path)
    guard place.index == nil, place.property.kind.isList else {
      throw Diagnostic(
        .value,
        "\(place.property.name) is of the kind \(place.target.kind.name); expected a list",
        at: path.steps.last?.name.span ?? path.span)
    }
    return place
  }

  func items(of list: PropertyPlace, at span: SourceSpan) throws(Diagnostic) -> [Value] {
    let value = try value(list.property, of: list.record, at: span)
    guard case .list(let items)? = value else {
      throw Diagnostic(.value, "\(list.property.name) holds no list", at: span)
    }
    return items
  }
}

extension PathSyntax {
  /// Whether the path is a single property without an index.
  var isPlain: Bool { steps.count == 1 && steps[0].index == nil }

  var text: String {
    let owner = record.value.text
    let names = steps.map { step in
      step.name.value.asName + (step.index.map { "[\($0.value)]" } ?? "")
    }
    return ([owner] + names).joined(separator: ".")
  }
}

extension RecordSyntax {
  var text: String {
    switch self {
    case .id(let type, let number): "\(type.value.asName)/\(number)"
    case .key(let type, let value): "\(type.value.asName)[\(value.value.text)]"
    case .name(let name): name.value.asName
    }
  }
}

extension ValueSyntax {
  fileprivate var text: String {
    switch self {
    case .list(let items): "[" + items.map(\.value.text).joined(separator: ", ") + "]"
    case .record(let record): record.text
    case .text(let text), .word(let text): Value.text(text).literal
    case .number(let text), .date(let text), .clock(let text), .month(let text),
      .percent(let text):
      text
    case .boolean(let flag): String(flag)
    case .nothing: "nil"
    case .name(let path): ":" + path.names.map(\.value).joined(separator: ".")
    case .expression(let expression): "(\(expression.text))"
    }
  }
}
