package import Values

/// An expression in SQLite's syntax, tokenized but not checked.
///
/// Brackets are balanced, and no token is a comment or ends an SQL statement.
package struct ExpressionSyntax: Hashable, Sendable {
  /// The tokens; never empty.
  package var tokens: [WrittenToken]
  /// The source, without comments.
  package var text: String
  /// The span, without the enclosing parentheses that the command requires.
  package var span: SourceSpan
  package var mayRunLong = false

  /// The conjunction of two conditions, at the position of the first.
  package func and(_ other: ExpressionSyntax) -> ExpressionSyntax {
    func token(_ kind: ExpressionToken, _ text: String) -> WrittenToken {
      WrittenToken(kind: kind, text: text, span: span)
    }
    let (open, close) = (token(.symbol("("), "("), token(.symbol(")"), ")"))
    return ExpressionSyntax(
      tokens: [open] + tokens + [close, token(.word("and"), "and"), open] + other.tokens + [close],
      text: "(\(text)) and (\(other.text))", span: span,
      mayRunLong: mayRunLong || other.mayRunLong)
  }

  /// A call of `text`, which formats values like fields and so depends on the locale.
  package var callOfFieldText: WrittenToken? {
    for (token, next) in zip(tokens, tokens.dropFirst()) {
      if case .word(let word) = token.kind, word.lowercased() == "text", next.kind == .symbol("(") {
        return token
      }
    }
    return nil
  }

  package static func property(_ name: Name) -> ExpressionSyntax {
    let token = WrittenToken(kind: .quotedName(name.value), text: name.value, span: name.span)
    return ExpressionSyntax(tokens: [token], text: name.value, span: name.span)
  }

  package static func call(
    _ function: String, _ argument: ExpressionSyntax? = nil, at span: SourceSpan
  ) -> ExpressionSyntax {
    func token(_ kind: ExpressionToken, _ text: String) -> WrittenToken {
      WrittenToken(kind: kind, text: text, span: span)
    }
    let tokens =
      [token(.word(function), function), token(.symbol("("), "(")] + (argument?.tokens ?? [])
      + [token(.symbol(")"), ")")]
    return ExpressionSyntax(tokens: tokens, text: tokens.map(\.text).joined(), span: span)
  }
}

package struct WrittenToken: Hashable, Sendable {
  package var kind: ExpressionToken
  package var text: String
  package var span: SourceSpan
}

/// A text with placeholders, for example `"over :limit"`.
package struct TemplateSyntax: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case text(String)
    case name(SessionPath)
    /// An expression in `:(…)`.
    case expression(ExpressionSyntax)
  }

  /// The parts; an empty text has none.
  package var parts: [Part]
  package var span: SourceSpan

  package var constant: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}
