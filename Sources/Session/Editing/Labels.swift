internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// The labels of expressions, re-evaluated when their inputs change.
final class Labels: ChangeFollower {
  private let store: Store
  private let runner: ScriptRunner
  private let names: Bindings
  private let live: IdentityMap
  private let resolver: Resolver
  private let feed: ChangeFeed
  private let say: (Reply) -> Void

  init(
    _ store: Store, _ runner: ScriptRunner, _ names: Bindings, _ live: IdentityMap,
    _ resolver: Resolver, _ feed: ChangeFeed, say: @escaping (Reply) -> Void
  ) {
    self.store = store
    self.runner = runner
    self.names = names
    self.live = live
    self.resolver = resolver
    self.feed = feed
    self.say = say
  }

  /// Compiles an expression for re-evaluation when its inputs change.
  ///
  /// Session names keep their current bindings.
  func source(
    of label: Name, _ expression: ExpressionSyntax, on record: RecordID? = nil
  ) throws(Diagnostic) -> BoundLabel.Source {
    var sources: [LabelExpression.Source] = []
    var records: [RecordID] = []
    var isMasked = false
    let type = record.flatMap { store.schema.type(named: $0.type) }
    let compiled = try resolver.compile(expression, for: type) {
      [self] path throws(Diagnostic) in
      let (value, property) = try resolver.value(path)
      if property?.kind.isMasked == true { isMasked = true }
      let name = path.names[0].value
      switch (names[name], property) {
      case (.record(let id), let property?):
        let isPlain = path.names.count == 2
        let subject: any Subject =
          isPlain
          ? try live.record(id, at: path.span)
          : try resolver.subject(PathSyntax(path), toKey: false)
        sources.append(.property(subject, property.name))
        records.append(id)
      case (.record(let id), nil):
        sources.append(.record(id))
        records.append(id)
      case (nil, _):
        sources.append(.clock { [weak self] in try? self?.resolver.value(path).value })
      case (_?, _): sources.append(.constant(value))
      }
      return (sources.count - 1, resolver.kind(of: path, value, property))
    }
    isMasked = isMasked || resolver.maskedKind(readBy: compiled) != nil
    let named = LabelExpression(
      compiled, sources, of: records, on: record, isMasked: isMasked,
      mayRunLong: expression.mayRunLong)
    if !named.reads.isEmpty { try attempt(feed.begin()) }
    let calculation = Calculation { [weak self] in
      self?.evaluate(named, of: label.value)
    }
    for case .property(let subject, let name) in sources { calculation.depend(on: subject, name) }
    return BoundLabel.Source(expression: named, calculation: calculation)
  }

  /// The value of a label's expression; an error is reported once.
  private func evaluate(_ expression: LabelExpression, of label: String) -> Value? {
    do throws(StoreError) {
      var parameters: [Value?] = []
      for source in expression.sources {
        switch source {
        case .constant(let value): parameters.append(value)
        case .property(let subject, let name): parameters.append(subject.value(of: name))
        case .clock(let value): parameters.append(value())
        case .record(let id):
          let isThere =
            store.schema.type(named: id.type) == nil ? false : try store.queries.exists(id)
          parameters.append(isThere ? .integer(id.number) : nil)
        }
      }
      if let record = expression.owner, try !store.queries.exists(record) { return nil }
      let value = expression.compiled.typed(
        try store.queries.evaluate(expression.compiled, parameters, on: expression.owner))
      guard expression.isMasked, case .text(let text) = value else { return value }
      return .text(CardNumber.masking(text, isOfCard: true))
    } catch {
      // The command reports interruptions.
      if error.kind != .interrupted, expression.saidError != error {
        expression.saidError = error
        say(
          .warning("\(label) cannot be evaluated: \(error.message)", Diagnostic(error).kind))
      }
      return .text(LabelExpression.errorText)
    }
  }

  // MARK: Changes

  private var sources: [BoundLabel.Source] {
    names.hasExpressionLabels ? names.expressionLabels.compactMap(\.source) : []
  }

  var isShowing: Bool { names.hasExpressionLabels }

  var followsRecords: Bool { sources.contains { !$0.expression.reads.isEmpty } }

  var mayRunLong: Bool {
    sources.contains { $0.expression.mayRunLong && $0.calculation.isStale }
  }

  func note(_ change: SchemaChange) {
    for source in sources { source.calculation.invalidate() }
  }

  func note(_ changes: Set<PropertyReference>?) {
    for source in sources where changes?.isDisjoint(with: source.expression.reads) != true {
      if !source.expression.reads.isEmpty { source.calculation.invalidate() }
    }
  }

  func noteTime() {
    for source in sources where source.expression.readsClock { source.calculation.invalidate() }
  }

  /// Re-evaluates the labels whose inputs have changed.
  ///
  /// Must be called after all changes of a command, a key or another program, so that no label
  /// shows an intermediate state.
  func update() {
    guard names.hasExpressionLabels else { return }
    feed.notifyRecordChanges()
    for source in sources {
      // An interruption stops all of them.
      if !runner.isInterrupted { source.calculation.update() }
    }
  }
}
