internal import Interactors
package import RecordStore
internal import Records
internal import Replies

/// Re-evaluates the labels of expressions when their inputs change.
package final class Labels: ChangeFollower {
  private unowned let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  package func source(
    of label: String, _ expression: LabelExpression
  ) throws(WorkspaceError) -> BoundLabel.Source {
    if !expression.reads.isEmpty { try attempt(workspace.feed.begin()) }
    let calculation = Calculation { [weak self] in self?.evaluate(expression, of: label) }
    for case .property(let subject, let name) in expression.sources {
      calculation.depend(on: subject, name)
    }
    return BoundLabel.Source(expression: expression, calculation: calculation)
  }

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
            workspace.store.schema.type(named: id.type) == nil
            ? false : try workspace.store.queries.exists(id)
          parameters.append(isThere ? .integer(id.number) : nil)
        }
      }
      if let record = expression.owner, try !workspace.store.queries.exists(record) { return nil }
      let value = expression.compiled.typed(
        try workspace.store.queries.evaluate(expression.compiled, parameters, on: expression.owner))
      guard expression.isMasked, case .text(let text) = value else { return value }
      return .text(CardNumber.masking(text, isOfCard: true))
    } catch {
      // Interruptions are reported by the command.
      if error.kind != .interrupted, expression.saidError != error {
        expression.saidError = error
        workspace.say(
          .warning("\(label) cannot be evaluated: \(error.message)", Diagnostic(error).kind))
      }
      return .text(LabelExpression.errorText)
    }
  }

  private var sources: [BoundLabel.Source] {
    workspace.interactors.hasExpressionLabels
      ? workspace.interactors.expressionLabels.compactMap(\.source) : []
  }

  package var isShowing: Bool { workspace.interactors.hasExpressionLabels }

  package var followsRecords: Bool { sources.contains { !$0.expression.reads.isEmpty } }

  package var mayRunLong: Bool {
    sources.contains { $0.expression.mayRunLong && $0.calculation.isStale }
  }

  package func note(_ change: SchemaChange) {
    for source in sources { source.calculation.invalidate() }
  }

  package func note(_ changes: Set<PropertyReference>?) {
    for source in sources where changes?.isDisjoint(with: source.expression.reads) != true {
      if !source.expression.reads.isEmpty { source.calculation.invalidate() }
    }
  }

  package func noteTime() {
    for source in sources where source.expression.readsClock { source.calculation.invalidate() }
  }

  /// Call this after all changes of a command, a key or another program, so that no label shows an
  /// intermediate state.
  package func update() {
    guard workspace.interactors.hasExpressionLabels else { return }
    workspace.feed.notifyRecordChanges()
    for source in sources {
      // An interruption stops all updates.
      if !workspace.host.isInterrupted { source.calculation.update() }
    }
  }
}
