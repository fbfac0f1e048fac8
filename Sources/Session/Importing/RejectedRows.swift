internal import CommandLanguage
internal import Interchange
internal import Replies

/// The file of rejected rows with their errors; created only if rows are rejected.
final class RejectedRows {
  private let file: Spanned<String>
  private let reader: any RowReader
  private let session: Session
  private let options: ImportOptions
  private var sink: (any FileSink)?
  private var isEmpty = true
  private var path: String { session.files.path(of: file) }

  init?(_ options: ImportOptions, _ reader: any RowReader, _ session: Session) {
    guard let file = options.rejects else { return nil }
    (self.file, self.options, self.reader, self.session) = (file, options, reader, session)
  }

  /// Opens the file early, so that an unwritable path is reported before the first row.
  func open() throws(Diagnostic) {
    do throws(Diagnostic) {
      let (files, store) = (session.configuration.files, session.files.database)
      if options.isTrial || session.configuration.dryRun != nil {
        try files.check(path, replaces: options.replaces, beside: store)
      } else {
        sink = try files.sink(at: path, replaces: options.replaces, beside: store)
      }
    } catch {
      throw error.at(file.span)
    }
  }

  func add(_ row: SourceRow, _ mistakes: [ImportMistake]) throws(Diagnostic) {
    let opening = isEmpty ? reader.rejectsOpening : []
    isEmpty = false
    let reasons = mistakes.map { $0.message.shortened(to: Diagnostic.longestMessage) }.joined(
      separator: "; ")
    do throws(Diagnostic) {
      try sink?.write(opening + reader.rejected(row, for: Masking(of: session.store)(reasons)))
    } catch {
      // A truncated file would look complete.
      isEmpty = true
      throw error
    }
  }

  func commit() throws(Diagnostic) {
    guard !isEmpty else { return abandon() }
    guard let sink else { return session.say(.notice("dry run: \(path) was not written")) }
    try sink.commit()
    session.say(.notice("the rejected rows are in \(path)"))
  }

  func abandon() { sink?.abandon() }
}
