internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// The keyboard of a person, to whom fields and forms are handed.
package protocol Keyboard: AnyObject {
  /// Hands keys to an editing until it is over.
  func edit(_ editing: FieldEditing)

  /// What a window lacks that is too small for a form, such as `a form needs 80 columns`; nil where
  /// one can be drawn.
  var obstacleToForms: String? { get }
}

extension Keyboard {
  /// There is room for forms unless a keyboard says otherwise.
  package var obstacleToForms: String? { nil }
}

/// Hands the keyboard of a person to fields and forms.
final class KeyboardEditing {
  /// Shows what became of a form on the screen that is drawn, where it needs no question; nil where
  /// none is drawn.
  var showOnScreen: ((String) -> Void)?
  private let keyboard: (any Keyboard)?
  private let confirm: ((String) -> Bool)?
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  private let resolver: Resolver
  private let editing: Editing
  private let factory: InteractorFactory
  private let say: (Reply) -> Void

  /// - Parameter keyboard: nil where there is no person.
  init(
    _ keyboard: (any Keyboard)?, _ configuration: Configuration, _ runner: ScriptRunner,
    _ transactions: Transactions, _ names: Bindings, _ resolver: Resolver, _ editing: Editing,
    _ factory: InteractorFactory, say: @escaping (Reply) -> Void
  ) {
    self.keyboard = keyboard
    confirm = configuration.confirm
    self.runner = runner
    self.transactions = transactions
    self.names = names
    self.resolver = resolver
    self.editing = editing
    self.factory = factory
    self.say = say
  }

  /// Whether there is a person with a keyboard.
  var isThere: Bool { keyboard != nil }

  /// Hands the keyboard to a field or form until its editing ends; does nothing where nobody is
  /// there.
  func edit(_ target: AttachedInteractor, at span: SourceSpan) throws(Diagnostic) {
    guard let keyboard else { return }
    let isTemporary = if case .temporary = target.title { true } else { false }
    let shown = resolver.isForPerson ? target as? AttachedForm : nil
    shown?.isDrawn = true
    shown?.stored = nil
    defer {
      shown?.isDrawn = false
      shown?.sayChanges()
    }
    if isTemporary {
      names.addTemporary(target)
      target.base.activate()
    }
    defer {
      if isTemporary {
        names.removeTemporary(target)
        target.close()
      }
    }
    let typing = try editing.typing(into: target, at: span)
    if let obstacle = typing.obstacle { throw obstacle }
    typing.isQuiet = shown != nil
    let field = typing.field
    try editing.endEditings(of: field.record, except: field.interactor.propertyName)
    try transactions.handingOverKeyboard { keyboard.edit(FieldEditing(typing)) }
    // A row goes with the record of its form, which is the one to name.
    for id in [typing.form?.record ?? typing.field.record, typing.field.record]
    where typing.form?.made == nil {
      guard try !resolver.exists(id) else { continue }
      try editing.refreshRecords(ofOthers: true)
      throw editing.isGone(id).at(span)
    }
    try editing.finish(typing, at: span)
    // The results of fields that were left before tell of values that nothing has stored.
    if let form = typing.cancelledForm {
      tell("the form \(form.name) was cancelled and changed nothing")
    } else if let shown {
      tell(shown.stored ?? "the form \(shown.name) changed nothing")
    }
  }

  /// Says what became of a form, where the person looks.
  private func tell(_ outcome: String) {
    guard let showOnScreen else { return say(.notice(outcome)) }
    showOnScreen(outcome)
  }

  /// Hands the keyboard to a form on a record, which is made for this once.
  func edit(_ id: RecordID, at span: SourceSpan) throws(Diagnostic) {
    let record = RecordSyntax.id(type: Name(id.type, at: span), number: id.number)
    try edit(factory.makeForm(.temporary(record.text), on: Spanned(record, at: span)), at: span)
  }

  /// Opens a form of a new record and hands the keyboard to it; returns the record that it made.
  ///
  /// - Parameters:
  ///   - name: the name that the record gets; nil for none.
  ///   - list: the list that it is put in; nil for none.
  func fill(
    _ type: RecordType, _ given: GivenValues, as name: String? = nil,
    into list: Store.ListPlace? = nil, at span: SourceSpan
  ) throws(Diagnostic) -> RecordID? {
    guard isThere || name != nil else {
      throw Diagnostic(
        .refused, "edit needs a terminal", at: span,
        hint: "edit new \(type.name.asName) as NAME opens a form for type NAME \"…\"")
    }
    let title = name ?? type.name
    let form = try factory.makeForm(
      isThere ? .temporary(title) : .own(title), ofNew: type, given, as: title, at: span)
    form.nameOfNew = name
    form.listOfNew = list
    if isThere {
      try edit(form, at: span)
    } else {
      names.bind(title, to: .form(form))
      form.interactor.activate()
    }
    return form.made
  }

  /// Whether a person is to fill in a form of a new record, of which required values are missing;
  /// where a screen is drawn, that is so without a question.
  ///
  /// In a window that is too small for one that is said instead.
  func wantsForm(of type: RecordType, _ given: GivenValues) -> Bool {
    guard runner.isAtPrompt, isThere else { return false }
    let missing = type.missingProperties(given.values)
    guard !missing.isEmpty else { return false }
    if showOnScreen != nil { return true }
    if let obstacle = keyboard?.obstacleToForms {
      say(.notice(obstacle))
      return false
    }
    let names = Self.brief(missing)
    return confirm?("\(Violation.required(names).message): fill in a form?") == true
  }

  /// The names that a question has room for, and how many more there are.
  private static func brief(_ names: [String]) -> [String] {
    var length = 0
    let shown = names.prefix { name in
      length += name.count + 2
      return length <= longestNames
    }
    let rest = names.count - shown.count
    return rest > 1 && !shown.isEmpty ? shown + ["\(rest) more"] : names
  }

  /// How many characters names take in a question of about two lines.
  private static let longestNames = 100
}
