internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

extension Resolver {
  /// The compiled expression of a label; session names keep their current bindings.
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
        let subject: any Subject =
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
