internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

/// Paths through references and lists.
extension Session {
  /// Where a path leads now.
  ///
  /// - Throws: ``Diagnostic`` with the place of the step that leads nowhere.
  func place(_ path: PathSyntax) throws(Diagnostic) -> PropertyPlace {
    _ = try target(of: path)
    var id = try record(path.record)
    for (number, step) in path.steps.enumerated() {
      guard let type = store.type(named: id.type) else {
        throw Diagnostic(.name, "there is no \(id)", at: path.span)
      }
      var place = PropertyPlace(record: id, property: try property(step.name, of: type))
      if let index = step.index { place.index = try item(index, of: place, at: step) }
      guard number < path.steps.count - 1 else { return place }
      id = try next(place, before: path.steps[number + 1].name, at: step)
    }
    preconditionFailure("a path has a property at its end")
  }

  /// The property at the end of a path, or the item that it is there, by the types on the way.
  ///
  /// - Throws: ``Diagnostic`` if no record of these types could have such a path.
  func target(of path: PathSyntax) throws(Diagnostic) -> Property {
    var type = try type(Name(try record(path.record).type, at: path.record.span))
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

  /// The property that a path leads to, which is no item of a list.
  func property(_ path: PathSyntax) throws(Diagnostic) -> (RecordID, Property) {
    let place = try place(path)
    if place.index != nil {
      throw Diagnostic(
        .refused, "expected a property; \(path.text) is an item of a list", at: path.span)
    }
    return (place.record, place.property)
  }

  private func item(
    _ index: Spanned<Int>, of place: PropertyPlace, at step: PathStep
  ) throws(Diagnostic) -> Int {
    let value = try value(place.property, of: place.record, at: step.name.span)
    guard case .list(let items)? = value else {
      throw Diagnostic(.value, "\(place.property.name) holds no list", at: step.name.span)
    }
    guard items.indices.contains(index.value) else {
      let name = "\(place.record).\(place.property.name.asName)"
      throw Diagnostic(
        .name,
        items.isEmpty
          ? "\(name) is empty"
          : "\(name) has no place \(index.value); expected one from 0 to \(items.count - 1)",
        at: index.span)
    }
    return index.value
  }

  /// The record that a step leads to.
  private func next(
    _ place: PropertyPlace, before name: Name, at step: PathStep
  ) throws(Diagnostic) -> RecordID {
    let property = place.property
    let written = "\(place.record).\(property.name.asName)"
    let value = place.part(of: try self.value(property, of: place.record, at: step.name.span))
    guard case .reference(let id)? = value else {
      throw Diagnostic(
        .name, "\(written) is nil and has no \"\(name.value)\"", at: name.span)
    }
    guard try exists(id) else {
      throw Diagnostic(
        .name, "\(written) is \(id), which is gone", at: step.name.span)
    }
    return id
  }

  /// A subject that follows a path, from its first record on; it may lead nowhere now.
  ///
  /// - Parameter toKey: whether a reference at its end is followed to the key of its record.
  func subject(_ path: PathSyntax, toKey: Bool) throws(Diagnostic) -> PathSubject {
    let target = try target(of: path)
    let root = try liveRecord(try record(path.record), at: path.record.span)
    var steps = path.steps.map { PathSubject.Step($0.name.value, at: $0.index?.value) }
    if toKey, let type = target.kind.recordType, !target.kind.isList,
      let key = store.type(named: type)?.key
    {
      steps.append(PathSubject.Step(key.name))
    }
    let subject = PathSubject(root, steps) { [weak self] id in self?.liveRecord(id) }
    live.keep(subject)
    return subject
  }

  /// The object for a record, if it is there.
  private func liveRecord(_ id: RecordID) -> Record? {
    // An interactor may hold the object of a record that is gone.
    guard let type = store.type(named: id.type), let values = try? store.values(of: id) else {
      return nil
    }
    if let record = live[id] { return record }
    return makeLive(type, id, values)
  }

  /// The value as it is shown: a record that is gone, which another program has left, says so.
  func shown(_ value: Value?) throws(Diagnostic) -> Value? {
    guard case .reference(let id) = value, try !exists(id) else { return value }
    return .text("\(id) (gone)")
  }
}

extension PathSyntax {
  /// Whether the path is a property of the record itself, and all of it.
  var isPlain: Bool { steps.count == 1 && steps[0].index == nil }
}
