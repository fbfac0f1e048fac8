internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// Labels, fields and forms as the commands that make them again, with records by their numbers.
struct LayoutText {
  /// What makes a label, field or form again.
  struct Maker {
    /// The commands that give the session names in it their meaning, by the names.
    var meanings: [String: String]
    /// The command itself.
    var command: String
  }

  /// What makes each interactor, in the order in which they were made.
  let makers: [Maker]
  /// The commands after that, which nest, deactivate and activate them.
  let arrangement: [String]
  /// The names of those that no command makes again: they are about records that are not stored.
  let leftOut: [String]

  /// - Parameter interactors: those of the session; those of screens come with their screens.
  init(of interactors: [AttachedInteractor]) {
    let own = interactors.filter { !($0 is AttachedScreen) }
    let made = own.filter { $0.command != nil }
    leftOut = own.filter { $0.command == nil }.map(\.name)
    makers = made.compactMap { interactor in
      interactor.command.map {
        Maker(meanings: (interactor as? AttachedLabel)?.meanings ?? [:], command: $0)
      }
    }
    arrangement =
      made.flatMap { Self.nesting(in: $0, among: made) } + made.flatMap(Self.activity)
  }

  private static func nesting(
    in interactor: AttachedInteractor, among made: [AttachedInteractor]
  ) -> [String] {
    guard let form = interactor as? AttachedForm else { return [] }
    return form.nestedParts.filter { nested in made.contains { $0 === nested } }
      .map { "nest \($0.writtenName) in \(form.writtenName)" }
  }

  /// What makes an interactor and its parts as active as they are, where its parent does not.
  private static func activity(_ interactor: AttachedInteractor) -> [String] {
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

extension AttachedInteractor {
  /// The command that makes it again; nil for a part of a form or a screen, and for what is about
  /// a record that is not stored.
  var command: String? {
    guard case .own(let name) = title else { return nil }
    let subject: String
    switch self {
    case let label as AttachedLabel where label.source != nil:
      subject = "label \(name.asName) = \(label.givenSubject)"
    case let label as AttachedLabel where !label.records.contains(where: \.isDraft):
      subject = "label \(name.asName) on \(label.recordPath)\(label.past ?? "")"
    case let field as AttachedField where !field.record.isDraft:
      subject = "field \(name.asName) on \(field.record).\(field.interactor.propertyName.asName)"
    case let form as AttachedForm where !form.record.isDraft:
      subject = "form \(name.asName) on \(form.record)"
    default: return nil
    }
    return ([subject] + clauses).joined(separator: " ")
  }
}

extension Binding {
  /// The command that gives a name to the record or value; nil for anything else.
  func definition(of name: String) -> String? {
    switch self {
    case .record(let id): id.isDraft ? nil : "let \(name.asName) = \(id)"
    case .value(let value, let property):
      "let \(name.asName) = \(value?.literal(of: property, isRevealed: true) ?? "nil")"
    case .label, .field, .form, .command, .handler: nil
    }
  }
}
