internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

extension Resolver {
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

  /// - Parameter isSought: Whether to check that a record given by number exists.
  func path(_ path: PathSyntax, isSought: Bool = true) throws(Diagnostic) -> RecordPath {
    RecordPath(
      try record(path.record, isSought: isSought), as: path.record.value.text,
      path.steps.map { RecordPath.Step($0.name.value, at: $0.index?.value) })
  }

  /// - Parameter isWritten: Whether the caller will write the property. If so, the store reports a
  ///   missing record.
  /// - Throws: ``Diagnostic`` at the first name in the path that cannot be resolved.
  func place(_ path: PathSyntax, isWritten: Bool = false) throws(Diagnostic) -> PropertyPlace {
    let found = try self.path(path, isSought: !isWritten || path.steps.count > 1)
    return try perform(reader.place(found), in: path)
  }

  /// The value of a path; nil if a reference in the path is nil.
  func reading(_ path: PathSyntax) throws(Diagnostic) -> (value: Value?, property: Property) {
    let found = try self.path(path)
    return try perform(reader.reading(found), in: path)
  }

  func target(of path: PathSyntax, from record: RecordID) throws(Diagnostic) -> Property {
    let steps = path.steps.map { RecordPath.Step($0.name.value, at: $0.index?.value) }
    return try perform(reader.target(of: steps, from: record.type), in: path)
  }

  /// Throws if the path leads to an item of a list, or to a property of a record that an open form
  /// will create.
  func property(_ path: PathSyntax) throws(Diagnostic) -> (RecordID, Property) {
    let place = try place(path)
    if place.index != nil { throw WorkspaceError.isItem(path.text).diagnostic.at(path.span) }
    if let form = names.registry.form(making: place.record) {
      throw form.isUnfinished.diagnostic.at(path.span)
    }
    return (place.record, place.property)
  }

  private func perform<Result>(
    _ body: @autoclosure () throws(WorkspaceError) -> Result, in path: PathSyntax
  ) throws(Diagnostic) -> Result {
    do {
      return try body()
    } catch {
      throw error.diagnostic.at(path.span(of: error))
    }
  }

  /// An observable subject for a path and the records on it. The path may be incomplete, for
  /// example because of a nil reference.
  ///
  /// - Parameter toKey: Whether the path continues from a final reference to the key of the
  ///   referenced record.
  func subject(_ path: PathSyntax, toKey: Bool) throws(Diagnostic) -> PathSubject {
    let found = try self.path(path)
    return try perform(reader.subject(found, toKey: toKey), in: path)
  }

  /// For a reference, the property is the caption of the referenced record for an interactive user,
  /// if its type has a title, and otherwise its key, if there is one.
  func shownProperty(
    _ path: PathSyntax
  ) throws(Diagnostic) -> (any PropertySubject, Property, RecordPath) {
    let found = try self.path(path)
    let (subject, property) = try perform(reader.shownProperty(found), in: path)
    return (subject, property, found)
  }

  func list(_ path: PathSyntax) throws(Diagnostic) -> PropertyPlace {
    let place = try place(path)
    guard place.index == nil, place.property.kind.isList else {
      throw Diagnostic(
        .value,
        "\(place.property.name) is of kind \(place.target.kind.name); expected a list",
        at: path.steps.last?.name.span ?? path.span)
    }
    return place
  }
}

extension PathSyntax {
  fileprivate func span(of error: WorkspaceError) -> SourceSpan {
    guard case .path(_, let position) = error else { return span }
    return switch position {
    case .whole: span
    case .owner: record.span
    case .name(let number): steps[number].name.span
    case .index(let number): steps[number].index?.span ?? steps[number].name.span
    }
  }

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

extension Resolver {
  func labelExpression(
    _ expression: ExpressionSyntax, on record: RecordID? = nil
  ) throws(Diagnostic) -> LabelExpression {
    var sources: [LabelExpression.Source] = []
    var records: [RecordID] = []
    var isMasked = false
    let type = record.flatMap { store.schema.type(named: $0.type) }
    let compiled = try compile(expression, for: type) { [self] path throws(Diagnostic) in
      let (value, property) = try value(path)
      if property?.kind.isMasked == true { isMasked = true }
      let name = path.names[0].value
      switch (names[name], property) {
      case (.record(let id), let property?):
        let isPlain = path.names.count == 2
        let subject: any PropertySubject =
          isPlain
          ? try inWorkspace(reader.live.record(id), at: path.span)
          : try subject(PathSyntax(path), toKey: false)
        sources.append(.property(subject, property.name))
        records.append(id)
      case (.record(let id), nil):
        sources.append(.record(id))
        records.append(id)
      case (nil, _):
        sources.append(.clock { [weak self] in try? self?.value(path).value })
      case (_?, _): sources.append(.constant(value))
      }
      return (sources.count - 1, kind(of: path, value, property))
    }
    return LabelExpression(
      compiled, sources, of: records, on: record,
      isMasked: isMasked || maskedKind(readBy: compiled) != nil, mayRunLong: expression.mayRunLong)
  }
}
