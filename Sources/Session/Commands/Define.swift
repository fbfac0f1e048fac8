internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `define`: makes a type; one that is already so is left alone.
  func define(_ command: DefineSyntax) throws(Diagnostic) {
    let type = try RecordType(command, zoneOffset: configuration.zoneOffset)
    if store.type(named: type.name) == type { return expectTypes(of: type, command) }
    if names[type.name] != nil {
      try checkIsFree(command.type)
    }
    let spans = Dictionary(
      command.properties.map { ($0.name.value, $0.span) }, uniquingKeysWith: { first, _ in first })
    try change(store.define(type), at: command.type.span, values: spans, as: .schema)
    expectTypes(of: type, command)
  }
}

extension RecordType {
  /// The type that a command defines.
  ///
  /// - Parameter zoneOffset: how far the user's time is ahead of UTC at a moment.
  init(_ command: DefineSyntax, zoneOffset: @escaping (Int) -> Int) throws(Diagnostic) {
    var properties: [Property] = []
    for syntax in command.properties {
      properties.append(try Property(syntax, zoneOffset: zoneOffset))
    }
    do {
      try self.init(command.type.value, properties)
    } catch {
      let culprit = command.properties.last { $0.name.value == error.property }
      throw Diagnostic(.value, error.message, at: culprit?.name.span ?? command.type.span)
    }
  }
}
