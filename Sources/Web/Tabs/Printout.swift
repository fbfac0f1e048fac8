internal import Replies
internal import Session
internal import Values

struct Printout {
  private let options: PageOptions
  private let visitor: PageVisitor

  init(_ options: PageOptions, _ visitor: PageVisitor) {
    (self.options, self.visitor) = (options, visitor)
  }

  /// Returns nil if the path does not name a record, if no formatter is given, or if printing fails
  /// or has no output.
  ///
  /// - Parameter path: The type and the number of the record.
  func html(_ path: [String], formatter: String?) -> String? {
    guard path.count == 2, let number = Int(path[1]), number > 0, let formatter else { return nil }
    var configuration = options.configuration()
    configuration.files = NoFiles()
    configuration.isReadOnly = true
    (configuration.isForPerson, configuration.locale) = (true, options.locale(for: visitor))
    var text = ""
    var hasFailed = false
    let session = try? Session(configuration) { reply in
      switch reply {
      case .item(let item): text += item.text + "\n"
      case .diagnostic(let diagnostic) where diagnostic.severity == .error: hasFailed = true
      default: break
      }
    }
    guard let session else { return nil }
    defer { _ = session.finish() }
    session.print(RecordID(path[0], number), withHTML: formatter)
    return hasFailed || text.isEmpty ? nil : text
  }
}
