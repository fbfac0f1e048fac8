import CommandLanguage
import Replies
import Session

extension CommandReader {
  init(firstLine: Int = 1) { self.init(Session.verbs, firstLine: firstLine) }
}

func read(_ script: String) -> [Result<Statement, SyntaxError>] {
  var reader = CommandReader()
  for line in lines(of: script) { reader.append(line: line) }
  reader.finish()
  return rest(of: &reader)
}

/// Including a carriage return at the end.
func lines(of script: String) -> [String] {
  script.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

func rest(of reader: inout CommandReader) -> [Result<Statement, SyntaxError>] {
  var results: [Result<Statement, SyntaxError>] = []
  while true {
    do throws(SyntaxError) {
      guard let statement = try reader.next() else { return results }
      results.append(.success(statement))
    } catch {
      results.append(.failure(error))
    }
  }
}

/// The commands in a short form; errors as their messages.
func sketches(_ script: String) -> [String] {
  read(script).map { result in
    switch result {
    case .success(let statement): sketch(statement)
    case .failure(let error): sketch(error)
    }
  }
}

/// As `LINE:COLUMN: KIND: MESSAGE (HINT)`.
func firstError(_ script: String) -> String {
  for case .failure(let error) in read(script) {
    let start = error.span.start
    let hint = error.hint.map { " (\($0))" } ?? ""
    return "\(start.line):\(start.column): \(error.kind): \(error.message)\(hint)"
  }
  return "no error"
}
