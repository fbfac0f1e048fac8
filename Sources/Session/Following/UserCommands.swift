internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

final class UserCommands {
  private let context: CommandContext
  private let blocks: BlockRunner
  private let trust: CommandTrust

  init(_ context: CommandContext, _ blocks: BlockRunner, _ trust: CommandTrust) {
    (self.context, self.blocks, self.trust) = (context, blocks, trust)
  }

  func run(_ command: UserCommand, with values: [Binding]) throws(Diagnostic) {
    try trust.check(command)
    if command.mayRunLong { try context.transactions.endGroup() }
    let depth = trust.enter(command, given: values.count)
    defer { trust.leave(to: depth) }
    var values = values
    for parameter in command.parameters.dropFirst(values.count) {
      guard let value = try context.resolver.default(of: parameter) else { break }
      values.append(value)
    }
    try blocks.asOneTransaction(mayChange: command.mayChange) { () throws(Diagnostic) in
      try context.names.withLocals(.call, Array(zip(command.parameters.map(\.name), values))) {
        () throws(Diagnostic) in try context.runner.run(command.body, of: command.script)
      }
    }
  }

  func run(
    _ command: UserCommand, withEach records: [RecordID], _ rest: [Binding]
  ) throws(Diagnostic) {
    if records.count == 1 { return try run(command, with: [.record(records[0])] + rest) }
    try trust.check(command)
    if command.mayRunLong { try context.transactions.endGroup() }
    try blocks.asOneTransaction(mayChange: command.mayChange) { () throws(Diagnostic) in
      for record in records { try run(command, with: [.record(record)] + rest) }
    }
  }

  /// Throws if the condition cannot be evaluated for records of any type.
  ///
  /// If no type is defined, the properties in the condition are not checked.
  func checkCondition(of command: UserCommand) throws(Diagnostic) {
    guard let condition = command.condition, let parameter = command.parameters.first?.name else {
      return
    }
    let types = context.store.schema.types
    // If no type fits, report the error for the type for which most of the condition can be
    // evaluated.
    var nearest: (fitting: Int, error: Diagnostic)?
    for type in types.isEmpty ? [nil] : types.map(Optional.some) {
      var fitting = 0
      do throws(Diagnostic) {
        return try check(condition, knowing: parameter, of: type, &fitting)
      } catch {
        if let nearest, nearest.fitting > fitting { continue }
        if let nearest, nearest.fitting == fitting, error.candidates.isEmpty { continue }
        nearest = (fitting, error)
      }
    }
    if let nearest { throw nearest.error }
  }

  /// Whether the first parameter accepts records of the type and the condition can be evaluated for
  /// them. A condition that cannot be evaluated for any type is ignored.
  func fits(_ command: UserCommand, _ type: String) -> Bool {
    if let definition = command.parameters.first?.definition {
      guard definition.kind.value.recordType == type else { return false }
    }
    guard let condition = command.condition, let parameter = command.parameters.first?.name else {
      return true
    }
    func isKnown(_ type: RecordType?) -> Bool {
      var fitting = 0
      return (try? check(condition, knowing: parameter, of: type, &fitting)) != nil
    }
    return isKnown(context.store.schema.type(named: type))
      || !context.store.schema.types.contains(where: isKnown)
  }

  /// - Parameter count: Set to the number of resolved session paths.
  private func check(
    _ condition: ExpressionSyntax, knowing parameter: String, of type: RecordType?,
    _ count: inout Int
  ) throws(Diagnostic) {
    let record = type.map { RecordID($0.name, 0) }
    let binding: Binding = record.map { .record($0) } ?? .value(nil, of: nil)
    var fitting = 0
    defer { count = fitting }
    try context.names.withLocals(.call, [(parameter, binding)]) { () throws(Diagnostic) in
      _ = try context.resolver.compile(condition, for: nil, isCondition: true) {
        [context] path throws(Diagnostic) in
        let kind: PropertyKind?
        if path.names[0].value != parameter {
          let (value, property) = try context.resolver.value(path)
          kind = context.resolver.kind(of: path, value, property)
        } else if let record {
          kind =
            path.names.count == 1
            ? .reference(to: record.type)
            : try context.resolver.target(of: PathSyntax(path), from: record).kind
        } else {
          kind = nil
        }
        fitting += 1
        return (fitting - 1, kind)
      }
    }
  }

  func obstacle(to command: UserCommand, for record: RecordID) -> String? {
    guard fits(command, record.type) else { return "it does not apply to \(record)" }
    if let obstacle = trust.obstacle(to: command) { return obstacle }
    guard let condition = command.condition, let parameter = command.parameters.first?.name else {
      return nil
    }
    var obstacle: String?
    context.names.withLocals(.call, [(parameter, .record(record))]) {
      do throws(Diagnostic) {
        guard try !context.resolver.evaluate(condition, isCondition: true).isTrue else { return }
        obstacle = command.refusal ?? "(\(condition.text)) is not true"
      } catch {
        obstacle = error.message
      }
    }
    return obstacle
  }
}
