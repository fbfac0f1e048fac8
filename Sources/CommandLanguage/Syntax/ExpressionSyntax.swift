package import Values

/// An expression of SQLite's, cut out and into tokens but not judged.
///
/// Its brackets are balanced, and no token is a comment or ends an SQL statement.
package struct ExpressionSyntax: Hashable, Sendable {
  /// The tokens, at least one.
  package var tokens: [WrittenToken]
  /// The text as written, without comments.
  package var text: String
  /// Where it is, without the brackets around it that the command wants.
  package var span: SourceSpan
  /// Whether it calls, or goes through, what may take long.
  package var mayRunLong = false
}

extension ExpressionSyntax {
  /// The name of the function that shows values as fields do, where that is called; what it comes to
  /// depends on the locale.
  package var callOfFieldText: WrittenToken? {
    for (token, next) in zip(tokens, tokens.dropFirst()) {
      if case .word(let word) = token.kind, word.lowercased() == "text", next.kind == .symbol("(") {
        return token
      }
    }
    return nil
  }

  /// The expression that is a property and nothing else.
  package static func property(_ name: Name) -> ExpressionSyntax {
    let token = WrittenToken(kind: .quotedName(name.value), text: name.value, span: name.span)
    return ExpressionSyntax(tokens: [token], text: name.value, span: name.span)
  }

  /// The call of a function with one argument, or none.
  package static func call(
    _ function: String, _ argument: ExpressionSyntax? = nil, at span: SourceSpan
  ) -> ExpressionSyntax {
    func token(_ kind: ExpressionToken, _ text: String) -> WrittenToken {
      WrittenToken(kind: kind, text: text, span: span)
    }
    let tokens =
      [token(.word(function), function), token(.symbol("("), "(")] + (argument?.tokens ?? [])
      + [token(.symbol(")"), ")")]
    return ExpressionSyntax(
      tokens: tokens, text: tokens.map(\.text).joined(), span: span)
  }
}

/// A token of an expression where it is written.
package struct WrittenToken: Hashable, Sendable {
  /// The token, which is all that the store is given.
  package var kind: ExpressionToken
  /// The text exactly as written.
  package var text: String
  /// Where it is.
  package var span: SourceSpan
}

/// A text with places in it that are filled in, `"over :limit"`.
package struct TemplateSyntax: Hashable, Sendable {
  /// A piece of the text.
  package enum Part: Hashable, Sendable {
    /// Literal text.
    case text(String)
    /// A session name.
    case name(SessionPath)
    /// An expression in `:(…)`.
    case expression(ExpressionSyntax)
  }

  /// The pieces in their order; none for an empty text.
  package var parts: [Part]
  /// The place of the quoted text.
  package var span: SourceSpan

  /// The text; nil if it depends on names or expressions.
  package var constant: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}
