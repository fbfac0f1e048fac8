internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `get`: prints the value of a property, or a label once more.
  func get(_ command: GetSyntax) throws(Diagnostic) {
    switch command.subject {
    case .property(let path):
      let place = try place(path)
      let value = place.part(of: try value(place.property, of: place.record, at: path.span))
      say(
        .value(
          Datum(try shown(value), of: place.target, isRevealed: command.isRevealed)))
    case .label(let name):
      switch names[name.value] {
      case .label(let label):
        say(.label(name: label.name, text: label.interactor.text))
      case .field(let field):
        let isMasked = field.interactor.property?.kind.isMasked == true && !command.isRevealed
        let text = field.interactor.text
        say(.value(.text(isMasked && !text.isEmpty ? CardNumber.masked(text) : text)))
      case .record:
        throw Diagnostic(
          .name, "\"\(name.value)\" is a record; expected a property of it or a label",
          at: name.span, hint: "show \(name.value) prints all of it")
      case .value:
        throw Diagnostic(
          .name, "\"\(name.value)\" is a value; expected a property or a label", at: name.span,
          hint: "echo \":\(name.value.asName)\" prints it")
      case nil:
        let labels = names.all.filter { if case .label = $0.binding { true } else { false } }
        throw Diagnostic(
          unknown: "there is no label \"\(name.value)\"", name, among: labels.map(\.name))
      }
    }
  }
}
