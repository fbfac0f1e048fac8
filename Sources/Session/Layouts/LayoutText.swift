internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Workspace

/// The commands that recreate labels, fields and forms, with records by number.
struct LayoutText {
  struct Maker {
    /// The `let` commands for the session names used, by name.
    var meanings: [String: String]
    var command: String
  }

  let makers: [Maker]
  let arrangement: [String]
  /// Names of interactors that cannot be recreated, because their records are not stored.
  let leftOut: [String]

  /// - Parameter interactors: The interactors to recreate; screens are skipped.
  init(of interactors: [BoundInteractor]) {
    let own = interactors.filter { !($0 is BoundScreen) }
    let made = own.filter { $0.command != nil }
    leftOut = own.filter { $0.command == nil }.map(\.name)
    makers = made.compactMap { interactor in
      interactor.command.map {
        Maker(meanings: (interactor as? BoundLabel)?.meanings ?? [:], command: $0)
      }
    }
    arrangement =
      made.flatMap { Self.nesting(in: $0, among: made) } + made.flatMap(Self.activity)
  }

  /// The commands that create the interactors, each after the `let` commands that it needs.
  ///
  /// - Parameter meanings: The `let` commands that were already run, by name.
  func commands(knowing meanings: inout [String: String]) -> [String] {
    makers.flatMap { maker in
      maker.meanings.sorted { $0.key < $1.key }.filter { name, meaning in
        meanings.updateValue(meaning, forKey: name) != meaning
      }.map(\.value) + [maker.command]
    }
  }

  private static func nesting(
    in interactor: BoundInteractor, among made: [BoundInteractor]
  ) -> [String] {
    guard let form = interactor as? BoundForm else { return [] }
    return form.nestedParts.filter { nested in made.contains { $0 === nested } }
      .map { "nest \($0.writtenName) in \(form.writtenName)" }
  }

  private static func activity(_ interactor: BoundInteractor) -> [String] {
    let verb: String? =
      switch (interactor.isActive, interactor.parent?.isActive ?? true) {
      case (true, true), (false, false): nil
      case (true, false): "activate"
      case (false, true): "deactivate"
      }
    let own = verb.map { ["\($0) \(interactor.writtenName)"] } ?? []
    return own + interactor.parts.flatMap(activity)
  }
}

extension BoundInteractor {
  /// The command that creates the interactor; nil for parts of forms or screens, and if the record
  /// is not stored.
  var command: String? {
    guard case .own(let name) = title else { return nil }
    let subject: String
    switch self {
    case let label as BoundLabel where label.source != nil:
      subject = "label \(name.asName) = \(label.givenSubject)"
    case let label as BoundLabel where !label.records.contains(where: \.isDraft):
      subject = "label \(name.asName) on \(label.recordPath)\(label.past ?? "")"
    case let field as BoundField where !field.record.isDraft:
      subject = "field \(name.asName) on \(field.record).\(field.interactor.propertyName.asName)"
    case let form as BoundForm where !form.record.isDraft:
      subject = "form \(name.asName) on \(form.record)"
    default: return nil
    }
    return ([subject] + clauses).joined(separator: " ")
  }
}

extension Binding {
  func definition(of name: String) -> String? {
    switch self {
    case .record(let id): id.isDraft ? nil : "let \(name.asName) = \(id)"
    case .value(let value, let property):
      "let \(name.asName) = \(value?.literal(of: property, isRevealed: true) ?? "nil")"
    case .label, .field, .form, .command, .handler: nil
    }
  }
}
