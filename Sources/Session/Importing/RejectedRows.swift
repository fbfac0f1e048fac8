internal import CommandLanguage
internal import Interchange
internal import Replies

/// The file of the rows that were not taken, with the reasons; it is there if there are some.
final class RejectedRows {
  private let file: Spanned<String>
  private let reader: any RowReader
  private let session: Session
  private var sink: (any FileSink)?
  private var isEmpty = true
  private var path: String { session.files.path(of: file) }

  /// - Parameter file: the file; nil where nobody wants the rows.
  init?(_ file: Spanned<String>?, _ reader: any RowReader, _ session: Session) {
    guard let file else { return nil }
    (self.file, self.reader, self.session) = (file, reader, session)
  }

  /// Begins the file, so that one that cannot be written is told of before the first row.
  func open() throws(Diagnostic) {
    do throws(Diagnostic) {
      sink = try session.configuration.files.sink(
        at: path, replaces: true, asPrivateAs: session.configuration.database)
    } catch {
      throw error.at(file.span)
    }
  }

  /// Adds a row that was not taken.
  func add(_ row: SourceRow, _ mistakes: [ImportMistake]) throws(Diagnostic) {
    if isEmpty { try sink?.write(reader.rejectsOpening) }
    isEmpty = false
    let reasons = mistakes.map { $0.message.shortened(to: Diagnostic.longestMessage) }.joined(
      separator: "; ")
    try sink?.write(reader.rejected(row, for: reasons))
  }

  /// Keeps the file, if a row was added.
  func commit() throws(Diagnostic) {
    guard let sink, !isEmpty else { return abandon() }
    try sink.commit()
    session.say(.notice("the rows that were not taken are in \(path)"))
  }

  /// Leaves no file.
  func abandon() { sink?.abandon() }
}
