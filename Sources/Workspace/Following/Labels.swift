internal import Interactors
package import RecordStore
package import Records
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

package final class LabelExpression {
  package enum Source {
    case constant(Value?)
    /// The value of a property, including edits in progress.
    case property(any PropertySubject, String)
    /// The number of the record, or nil if the record was deleted.
    case record(RecordID)
    case clock(() -> Value?)
  }

  package static let errorText = "«error»"

  package let compiled: CompiledExpression
  package let sources: [Source]
  package let records: [RecordID]
  /// The record whose properties can be named without a record.
  package let owner: RecordID?
  package let isMasked: Bool
  package let mayRunLong: Bool
  package let reads: Set<PropertyReference>
  package var saidError: StoreError?

  package init(
    _ compiled: CompiledExpression, _ sources: [Source], of records: [RecordID],
    on owner: RecordID?, isMasked: Bool, mayRunLong: Bool
  ) {
    self.mayRunLong = mayRunLong
    self.owner = owner
    self.isMasked = isMasked
    self.compiled = compiled
    self.sources = sources
    self.records = records
    let named = sources.compactMap { source -> PropertyReference? in
      if case .record(let id) = source { PropertyReference(id.type) } else { nil }
    }
    let owners = owner.map { [PropertyReference($0.type)] } ?? []
    reads = compiled.reads.union(named).union(owners)
  }

  package var readsClock: Bool {
    sources.contains { if case .clock = $0 { true } else { false } }
  }
}
