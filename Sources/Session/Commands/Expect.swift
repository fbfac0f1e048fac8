internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `expect`: fails unless an expression holds, a key is rejected, or an error comes.
  func expect(_ command: ExpectSyntax) throws(Diagnostic) {
    switch command {
    case .holds(let expression):
      let value = try evaluate(expression)
      guard value.isTrue else {
        let found = value == .integer(0) ? "false" : value?.literal ?? "nil"
        throw Diagnostic(
          .expect, "expected (\(expression.text)), which is \(found)", at: expression.span)
      }
    case .rejected(let statements):
      let before = rejectedKeys
      do {
        for statement in statements where exitStatus == nil { try execute(statement) }
      } catch {
        // A Return that is refused is a key that is refused; the error that follows says the same.
        guard error == refusedReturn else { throw error }
      }
      guard rejectedKeys > before || exitStatus != nil else {
        throw Diagnostic(.expect, "expected a key to be rejected; all were taken")
      }
    case .error(let text, let results):
      do {
        for result in results where exitStatus == nil { try execute(try statement(result)) }
      } catch {
        guard error.kind != .expect else { throw error }
        guard error.message.contains(text.value) else {
          throw Diagnostic(
            .expect, "expected an error with \"\(text.value)\"; it was: \(error.message)",
            at: text.span)
        }
        return
      }
      guard exitStatus == nil else { return }
      throw Diagnostic(
        .expect, "expected an error with \"\(text.value)\"; there was none", at: text.span)
    }
  }

  private func statement(_ result: Result<Statement, SyntaxError>) throws(Diagnostic) -> Statement {
    do {
      return try result.get()
    } catch {
      throw Diagnostic(error)
    }
  }
}
