internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Workspace

struct GetCommand: Command {
  static let verb = Verb(
    "get",
    usage: "get RECORD.PROPERTY [at TIME] [--reveal] · get LABEL",
    summary:
      "Prints a property, an item of a list, or a label. With `at`, prints the value at a past "
      + "time.",
    examples: ["get ann.age", "get ann.tags[0]", "get age", "get ann.age at #12"],
    options: ["reveal": "shows card numbers in full"], printsToFile: true, readsOneState: true)

  enum Subject: Sendable {
    case property(PathSyntax)
    case label(Name)
  }

  var subject: Subject
  var moment: Spanned<MomentSyntax>?
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.interactor(.any))
    let (record, steps) = try parser.recordOrPath("a property or a label", .property, parts: .any)
    if !steps.isEmpty {
      subject = .property(PathSyntax(record: record, steps: steps))
      moment = try parser.pastMomentIfAny()
    } else if case .name(let name) = record.value {
      subject = .label(name)
    } else {
      throw parser.unexpected("\".\" and a property")
    }
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    switch subject {
    case .property(let path):
      if moment == nil, let part = try session.names.part(path) {
        return try show(part, at: path.span, in: session)
      }
      let resolver = try session.context.past.resolver(at: moment)
      let place = try resolver.place(path)
      let value = place.part(
        of: try inWorkspace(resolver.reader.value(place.property, of: place.record), at: path.span))
      session.say(
        .value(
          Datum(
            try inWorkspace(resolver.reader.shown(value, of: place.target.kind)), of: place.target,
            isRevealed: isRevealed)))
    case .label(let name):
      switch session.names[name.value] {
      case .label, .field, .form:
        guard let interactor = session.names[name.value]?.interactor else { return }
        try show(interactor, at: name.span, in: session)
      case .record:
        throw Diagnostic(
          .name, "\"\(name.value)\" is a record; expected a property of this record, or a label",
          at: name.span, hint: "`show \(name.value)` prints the whole record")
      case .value:
        throw Diagnostic(
          .name, "\"\(name.value)\" is a value; expected a property or a label", at: name.span,
          hint: "`echo \":\(name.value.asName)\"` prints the value")
      case let other?:
        throw Diagnostic(
          .name, "\"\(name.value)\" is \(other.noun); expected a property or a label",
          at: name.span)
      case nil:
        let labels = session.names.all.filter {
          if case .label = $0.binding { true } else { false }
        }
        throw Diagnostic(
          unknown: "there is no label \"\(name.value)\"", name, among: labels.map(\.name))
      }
    }
  }

  private func show(
    _ interactor: BoundInteractor, at span: SourceSpan, in session: Session
  ) throws(Diagnostic) {
    for field in interactor.fields where !field.interactor.isEditing {
      try inWorkspace(session.workspace.editing.follow(field), at: span)
    }
    switch interactor {
    case let label as BoundLabel:
      session.say(.label(name: label.name, text: label.interactor.text))
    case let field as BoundField:
      session.say(.value(.text(text(of: field))))
    default:
      let parts = parts(of: interactor).map { part in
        Datum.Entry(part.name, .text(text(of: part)))
      }
      session.say(.details([Datum.Entry(interactor.kind, .text(interactor.name))] + parts))
    }
  }

  private func parts(of interactor: BoundInteractor) -> [BoundInteractor] {
    let inner = interactor.parts + interactor.nestedParts
    return inner.isEmpty && !(interactor is BoundForm || interactor is BoundList)
      ? [interactor] : inner.flatMap(parts)
  }

  private func text(of interactor: BoundInteractor) -> String {
    if let label = interactor as? BoundLabel { return label.interactor.text }
    guard let field = interactor as? BoundField else { return "" }
    let text = field.interactor.text
    let isMasked = field.interactor.property?.kind.isMasked == true && !isRevealed
    return isMasked && !text.isEmpty ? CardNumber.masked(text) : text
  }
}
