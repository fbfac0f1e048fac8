internal import CommandLanguage
internal import Records

extension Session {
  /// `describe`: lists the properties of a type as they are defined.
  func describe(_ name: Name) throws(Diagnostic) {
    let type = try type(name)
    say(.tableBegins([Column("property"), Column("kind"), Column("definition")]))
    for property in type.properties {
      let kind = property.kind.name + (property.isOptional ? "?" : "")
      say(.row([.text(property.name), .text(kind), .text(property.definition)]))
    }
    say(.tableEnds)
  }
}
