extension Topic {
  static let expressions = Topic(
    name: "expressions",
    summary: "How conditions, orders and computed values are written.",
    text: #"""
      Expressions are those of SQLite. After `where` and `order by` the properties of
      the type are called by their names, and `id` is the record's number:

        list Person where age between 30 and 50 and name like "a%"
        list Person order by length(name) desc, age
        expect (count(Person where age > 80) = 1)
        set ann.age (:ann.age + 1)
        set Person where age > 80 : age=(age - 1)

        + - * / % ||       arithmetic (7/2 is 3) and joining of texts
        = <> < <= > >=     comparison
        and or not         logic
        is nil, is not nil whether there is a value; age = nil is never true
        in (1, 2), between 1 and 2
        "x" in (select value from json_each(tags))   an item of a list of values
        like "a%"          a text like a pattern, in ASCII letters of either case;
                           ulike(pattern, text) does so for all letters
        regexp "^A"        a text that a pattern is found in
        case when … then … else … end

        length substr replace trim lower upper ulower uupper instr
        abs round min max floor ceil coalesce ifnull nullif iif
        date time datetime strftime julianday
        count(TYPE [where …]), and sum avg min max in subselects

      A reference is the number of its record, a list of values its JSON text; a list of
      records has no value, but each item has the number of its owner:

        count(Show where venue = :mill)
        count(Review where Show_reviews_of = :show)
        (select seats from Venue where Venue.id = venue)

      `:ann.age` is a session value, bound as a parameter.
      "…" and '…' are both texts; a property that is called like a word of the command
      is written in backticks. Expressions change nothing; functions that are not
      deterministic, such as random(), are refused.

      A property can be computed, `:= (net + tax)`, from others of its record, with the
      functions that every program has: no ulower, uupper, ulike, regexp, dates' functions,
      subselects or session names.
      """#)
}
