internal import CommandLanguage
internal import RecordStore
internal import Records

/// The commands that have failed in a run that goes on after errors.
///
/// They are written out as a script with the reasons as comments. A transaction of several commands
/// fails as a whole.
final class FailedCommands {
  private unowned let session: Session
  private let write: ((String) throws(Diagnostic) -> Void)?
  /// The commands of the open transaction, or the one that is run.
  private var commands: [String] = []
  /// Whether these are a transaction that has failed, the rest of which is not run.
  private var isSkipping = false
  /// The names that there were when the open transaction was begun.
  private var namesAtBeginning: Set<String>?
  /// The names that have a meaning wherever what was written is run.
  private var knownNames: Set<String>

  /// - Parameter write: takes the next part of the script.
  init(of session: Session, write: ((String) throws(Diagnostic) -> Void)?) {
    self.session = session
    self.write = write
    // Variables are given to the next run as to this one.
    knownNames = Set(session.names.all.map(\.name))
  }

  /// Notes a command that is about to be run, and says whether it is to be.
  func admits(_ statement: Statement) throws(Diagnostic) -> Bool {
    if isSkipping {
      commands.append(statement.text)
      if Self.endsTransaction(statement) { try reject() }
      return false
    }
    let command = Session.command(statement.command)
    if !session.store.isInTransaction {
      commands = []
      namesAtBeginning =
        type(of: command).beginsTransaction ? Set(session.names.all.map(\.name)) : nil
    }
    // The commands of the file come by themselves.
    if command.includedFile == nil { commands.append(statement.text) }
    return true
  }

  /// Says why a command has failed, and takes back the transaction that it is a part of.
  ///
  /// - Parameters:
  ///   - statement: the command; nil if it could not be read.
  ///   - text: its text.
  /// - Throws: the error if it is not that of the command, so that nothing that follows can go
  ///   better.
  func note(_ error: Diagnostic, of statement: Statement?, _ text: String) throws(Diagnostic) {
    guard error.kind != .store, !error.isInterruption else { throw error }
    session.say(.diagnostic(error))
    session.runner.noteFailure()
    let isOpen = session.store.isInTransaction
    if !isOpen, !isSkipping, statement == nil { commands = [] }
    if commands.last == text { commands.removeLast() }
    commands.append(Self.comment(error) + text)
    if isOpen {
      try session.rollBack()
      session.labels.update()
      session.say(.warning("the transaction is rolled back; the rest of it is not run"))
      isSkipping = true
    }
    let ends = statement.map(Self.endsTransaction) ?? false
    if !isSkipping || isOpen && ends { try reject() }
  }

  /// Rejects the transaction that was never committed.
  func end() throws(Diagnostic) {
    if isSkipping || session.store.isInTransaction {
      commands.append("# this transaction was never committed")
      try reject()
    }
  }

  private func reject() throws(Diagnostic) {
    let commands = commands
    let names = namesAtBeginning
    (self.commands, namesAtBeginning, isSkipping) = ([], nil, false)
    guard let write else { return }
    let texts = commands.joined(separator: "\n")
    try write((definitions(of: texts, among: names) + [texts]).joined(separator: "\n") + "\n")
  }

  /// The commands that give the names their meaning that a text needs, those already written left
  /// out.
  private func definitions(of text: String, among names: Set<String>?) -> [String] {
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    let needed = session.names.all.filter { name, _ in
      (words.contains(name[...]) || text.contains(name.asName))
        && names?.contains(name) ?? true && !knownNames.contains(name)
    }
    var definitions: [String] = []
    var interactors: [AttachedInteractor] = []
    for (name, binding) in needed {
      if case .command(let command) = binding {
        definitions.append(command.text)
      } else if let definition = binding.definition(of: name) {
        definitions.append(definition)
      } else if let interactor = binding.interactor {
        interactors.append(interactor)
      } else {
        continue
      }
      knownNames.insert(name)
    }
    let layout = LayoutText(of: interactors)
    for maker in layout.makers {
      for (name, meaning) in maker.meanings.sorted(by: { $0.key < $1.key })
      where knownNames.insert(name).inserted {
        definitions.append(meaning)
      }
      definitions.append(maker.command)
    }
    return definitions + layout.arrangement
  }

  private static func endsTransaction(_ statement: Statement) -> Bool {
    type(of: statement.command).verb.occasion == .insideTransaction
  }

  private static func comment(_ error: Diagnostic) -> String {
    var text = "error: \(error.message)"
    if let place = error.place {
      let column = place.column.map { ":\($0)" } ?? ""
      text = "\(place.file):\(place.line)\(column): \(text)"
    }
    if let hint = error.hint { text += "\n  hint: \(hint)" }
    return text.split(whereSeparator: \.isNewline).map { "# \($0)\n" }.joined()
  }
}
