/// What a command says.
public indirect enum Command: Hashable, Sendable {
  // MARK: - Types

  /// Defines a type.
  case define(DefineSyntax)
  /// Lists the types.
  case types
  /// Shows the properties of a type.
  case describe(Name)
  /// Makes a rule of a type.
  case rule(RuleSyntax)
  /// Takes a rule away.
  case drop(DropSyntax)

  // MARK: - Records

  /// Makes a record.
  case new(NewSyntax)
  /// Makes or sets the record of a key.
  case put(PutSyntax)
  /// Names a record.
  case `let`(LetSyntax)
  /// Sets properties.
  case set(SetSyntax)
  /// Prints a property or a label.
  case get(GetSyntax)
  /// Prints a record.
  case show(ShowSyntax)
  /// Prints records.
  case list(QuerySyntax)
  /// Counts records.
  case count(QuerySyntax)
  /// Deletes records.
  case delete(DeleteSyntax)
  /// Puts an item at the end of a list.
  case append(AppendSyntax)
  /// Puts an item into a list.
  case insert(InsertSyntax)
  /// Puts an item of a list elsewhere in it.
  case move(MoveSyntax)
  /// Takes an item out of a list.
  case remove(RemoveSyntax)

  // MARK: - Interactors

  /// Makes a label.
  case label(LabelSyntax)
  /// Makes a text field.
  case field(FieldSyntax)
  /// Makes a form.
  case form(FormSyntax)
  /// Puts an interactor into a form.
  case nest(NestSyntax)
  /// Takes an interactor out of its form.
  case unnest(InteractorSyntax)
  /// Makes a label, field or form follow something else.
  case attach(AttachSyntax)
  /// Types into a field.
  case type(TypeSyntax)
  /// Hands the keyboard to a field, a form, a property or a record.
  case edit(EditSyntax)
  /// Lists labels, fields and forms.
  case interactors
  /// Makes an interactor follow its property.
  case activate(InteractorSyntax)
  /// Makes an interactor rest.
  case deactivate(InteractorSyntax)
  /// Ends an interactor.
  case detach(InteractorSyntax)

  // MARK: - Store and history

  /// Begins a transaction.
  case begin(reason: TemplateSyntax?)
  /// Keeps a transaction.
  case commit(reason: TemplateSyntax?)
  /// Takes a transaction back.
  case rollback
  /// Takes back commands, one if there is no number.
  case undo(UndoSyntax)
  /// Does again what was undone, one command if there is no number.
  case redo(count: Spanned<Int>?)
  /// Lists transactions.
  case log(LogSyntax)
  /// Lists changes.
  case history(HistorySyntax)
  /// Looks for what is wrong.
  case check
  /// Reads by a statement of SQL.
  case sql(Spanned<String>)

  // MARK: - Scripts

  /// Runs a file.
  case include(file: Spanned<String>)
  /// Prints a text.
  case echo(TemplateSyntax)
  /// Demands that something is so.
  case expect(ExpectSyntax)
  /// Chooses for the session.
  case option(OptionSyntax)
  /// Explains all commands, one of them or a topic.
  case help(topic: Name?)
  /// Ends the session, with status 0 if there is none.
  case exit(status: Spanned<Int>?)
}
