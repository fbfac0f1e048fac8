internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `describe`: lists the properties of a type as they are defined, and then its rules.
  func describe(_ name: Name) throws(Diagnostic) {
    let type = try type(name)
    say(.tableBegins([Column("property"), Column("kind"), Column("definition")]))
    for property in type.properties {
      let kind = property.kind.name + (property.isOptional ? "?" : "")
      say(.row([.text(property.name), .text(kind), .text(property.definition)]))
    }
    for rule in store.rules(of: type.name) {
      say(.row([.null, .text("rule"), .text(rule.definition)]))
    }
    say(.tableEnds)
  }
}
