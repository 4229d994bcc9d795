/* The dearest steps of reading an HTML page, compiled; the twins in Python are ../marks.py, ../html.py,
 * ../links.py and ../content.py.
 *
 * tests/parse/test_parse_native.py holds both together. Trees are selectolax's: Python hands over where a node is and
 * keeps the tree until the call is over.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "content.h"
#include "lexbor.h"
#include "links.h"
#include "marks.h"
#include "walk.h"

#define VERSION 4

static PyObject *attach(PyObject *module, PyObject *library) {
    (void)module;
    const char *path = PyUnicode_AsUTF8(library);
    if (path == NULL) return NULL;
    if (!lexbor.is_ready) lexbor.is_ready = find_lexbor(path);
    return PyBool_FromLong(lexbor.is_ready);
}

static PyObject *want(PyObject *module, PyObject *wanted) {
    (void)module;
    if (!PyDict_Check(wanted)) {
        PyErr_SetString(PyExc_TypeError, "a dictionary is wanted");
        return NULL;
    }
    forget_tags();
    Py_XSETREF(wanted_tags, Py_NewRef(wanted));
    Py_RETURN_NONE;
}

static Node *node_at(PyObject *place) {
    if (!lexbor.is_ready || wanted_tags == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "attach and want come first");
        return NULL;
    }
    Node *node = PyLong_AsVoidPtr(place);
    if (node == NULL && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "there is no node");
    return node;
}

static PyObject *mark_page(PyObject *module, PyObject *arguments) {
    Py_buffer html;
    PyObject *known;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "y*O", &html, &known)) return NULL;
    Buffer marked = {0};
    PyObject *answer = NULL;
    Span page = {html.buf, (size_t)html.len};
    if (has_room(&marked, page.length + page.length / 8) && add_marked(&marked, page, known)) {
        Span text = {marked.bytes, marked.length};
        const char *start = text.start ? text.start : "";
        answer = Py_BuildValue("y#n", start, (Py_ssize_t)text.length, (Py_ssize_t)occurrences(text, BORDER));
    } else if (!PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    PyMem_Free(marked.bytes);
    PyBuffer_Release(&html);
    return answer;
}

static PyObject *count_tags(PyObject *module, PyObject *page) {
    Py_buffer html;
    (void)module;
    if (PyObject_GetBuffer(page, &html, PyBUF_SIMPLE) < 0) return NULL;
    size_t found = occurrences((Span){html.buf, (size_t)html.len}, '<');
    PyBuffer_Release(&html);
    return PyLong_FromSize_t(found);
}

static PyObject *walk_page(PyObject *module, PyObject *place) {
    (void)module;
    Node *root = node_at(place);
    if (root == NULL) return NULL;
    Walk walk = {.hrefs = PyList_New(0), .words = PyList_New(0), .told = PyList_New(0), .tags = PySet_New(NULL)};
    PyObject *answer = NULL;
    if (walk.hrefs && walk.words && walk.told && walk.tags && walk_over(root, &walk)) {
        const char *kinds = walk.kinds.bytes ? walk.kinds.bytes : "";
        answer = Py_BuildValue(
            "Oy#OOOi", walk.hrefs, kinds, (Py_ssize_t)walk.kinds.length, walk.words, walk.told, walk.tags, walk.attributes
        );
    }
    Py_XDECREF(walk.hrefs);
    Py_XDECREF(walk.words);
    Py_XDECREF(walk.told);
    Py_XDECREF(walk.tags);
    PyMem_Free(walk.kinds.bytes);
    return answer;
}

static PyObject *take_out(PyObject *module, PyObject *place) {
    (void)module;
    Node *root = node_at(place);
    if (root == NULL || !take_out_unseen(root)) return NULL;
    Py_RETURN_NONE;
}

static int is_list_of(PyObject *list, int or_none) {
    for (Py_ssize_t each = 0; each < PyList_GET_SIZE(list); each++) {
        PyObject *item = PyList_GET_ITEM(list, each);
        if (!PyUnicode_CheckExact(item) && !(or_none && item == Py_None)) return 0;
    }
    return 1;
}

static PyObject *gather_links(PyObject *module, PyObject *arguments) {
    PyObject *found, *words;
    Py_buffer kinds;
    const char *weak;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!y*y", &PyList_Type, &found, &PyList_Type, &words, &kinds, &weak)) return NULL;
    PyObject *answer = NULL;
    PyObject *urls = PyList_New(0), *anchors = PyList_New(0), *kept = PyBytes_FromStringAndSize(NULL, kinds.len);
    if (kinds.len != PyList_GET_SIZE(words) || PyList_GET_SIZE(found) < kinds.len || !is_list_of(found, 1) || !is_list_of(words, 0)) {
        PyErr_SetString(PyExc_ValueError, "addresses, words and kinds do not fit together");
    } else if (urls != NULL && anchors != NULL && kept != NULL) {
        Py_ssize_t count = gather(found, words, kinds.buf, weak, urls, anchors, PyBytes_AS_STRING(kept));
        if (count >= 0 && _PyBytes_Resize(&kept, count) == 0) answer = PyTuple_Pack(3, urls, anchors, kept);
    }
    PyBuffer_Release(&kinds);
    Py_XDECREF(urls);
    Py_XDECREF(anchors);
    Py_XDECREF(kept);
    return answer;
}

/* The text, how many of its characters are main content (or None), and what is strong in it. */
static PyObject *told(const Content *content, size_t most) {
    Buffer text = {0};
    PyObject *main = NULL, *whole = NULL, *strong = NULL, *answer = NULL;
    if (!joined(content, content->main, content->main_count, most, &text)) goto end;
    size_t size = characters((Span){text.bytes, text.length});
    if (content->rest_count && size < most) {
        main = PyLong_FromSize_t(size);
        if (main == NULL || !add(&text, " ", 1)) goto end;
        if (!joined(content, content->rest, content->rest_count, most, &text)) goto end;
        Span all = {text.bytes, text.length};
        all.length = bytes_of(all, most);
        text.length = right_stripped(all).length;
    } else {
        main = Py_NewRef(Py_None);
    }
    whole = as_text((Span){text.bytes, text.length});
    Span bold = {content->pieces.strong.bytes, content->pieces.strong.length};
    bold.length = bytes_of(bold, LONGEST_STRONG);
    strong = as_text(bold);
    if (whole != NULL && strong != NULL) answer = PyTuple_Pack(3, whole, main, strong);
end:
    if (answer == NULL && !PyErr_Occurred()) PyErr_NoMemory();
    PyMem_Free(text.bytes);
    Py_XDECREF(main);
    Py_XDECREF(whole);
    Py_XDECREF(strong);
    return answer;
}

static PyObject *content_of(PyObject *module, PyObject *arguments) {
    PyObject *root_place, *body_place, *is_furniture;
    Py_ssize_t most;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOnO", &root_place, &body_place, &most, &is_furniture)) return NULL;
    Node *root = node_at(root_place), *body = root ? node_at(body_place) : NULL;
    if (body == NULL) return NULL;
    Content content = {0};
    PyObject *answer = NULL;
    if (read_content(&content, body, document_of(root), is_furniture)) answer = told(&content, most > 0 ? (size_t)most : 0);
    else if (!PyErr_Occurred()) PyErr_NoMemory();
    forget_content(&content);
    return answer;
}

static PyMethodDef methods[] = {
    {"attach", attach, METH_O, "Finds selectolax's library at a path; False where it has not what is needed."},
    {"want", want, METH_O, "The tags that matter: bytes to a name, how much (0 to 3), and whether nobody sees what is in it."},
    {"tags", count_tags, METH_O, "How many tags a page may have."},
    {"mark", mark_page, METH_VARARGS, "A page with marks, and how many borders are in it."},
    {"walk", walk_page, METH_O, "Anchors by column, elements to be told, tags there are, and what attributes say."},
    {"take_out", take_out, METH_O, "Takes the elements that nobody sees out of a tree."},
    {"gather", gather_links, METH_VARARGS, "Addresses, words and kinds of links, one entry per address."},
    {"content", content_of, METH_VARARGS, "Takes a body apart: its text, how much of it is main, what is strong."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_page", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__page(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
