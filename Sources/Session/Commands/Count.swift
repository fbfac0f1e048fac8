internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `count`: prints how many records there are.
  func count(_ syntax: QuerySyntax) throws(Diagnostic) {
    let type = try type(syntax.type)
    let query = try query(syntax, of: type)
    let count = try attempt(
      store.count(type.name, where: query.condition, query.parameters), at: syntax.condition?.span)
    say(.count(min(count, query.limit ?? count)))
  }
}
